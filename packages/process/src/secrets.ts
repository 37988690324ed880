// What is a secret by its name or by its form: the one table for logs, recordings and sandboxes.

export { redactForms } from './secrets/secret-forms.ts';
export { secretsInHeaders } from './secrets/secret-headers.ts';
export { isHeaderName, isSecretName } from './secrets/secret-names.ts';
