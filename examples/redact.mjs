// UserPromptSubmit and PostToolUse: takes out what looks like a secret, before the model reads it and
// before Wave keeps it. Use it as a transform with "onError": "block": see redact.scenario.json.
const SECRETS = [
  /\b(?:ghp|gho|ghs)_[A-Za-z0-9]{30,}/g, // tokens of GitHub
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /(?<=\b(?:password|passwd|secret|token|api[_-]?key)\b["']?\s*[:=]\s*["']?)[^\s"',;]+/gi,
  /\b\d{4}(?:[ -]?\d{4}){3}\b/g, // numbers of payment cards
];

const redacted = (value) => {
  if (typeof value === 'string')
    return SECRETS.reduce((text, secret) => text.replace(secret, '[redacted]'), value);
  if (Array.isArray(value)) return value.map(redacted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, redacted(part)]));
};

let text = '';
for await (const chunk of process.stdin) text += chunk;
const { hook_event_name: hookEventName, prompt, tool_response: response } = JSON.parse(text);
const [field, before] =
  hookEventName === 'PostToolUse' ? ['updatedToolOutput', response] : ['updatedPrompt', prompt];
const after = redacted(before);
if (JSON.stringify(after) !== JSON.stringify(before))
  console.log(JSON.stringify({ hookSpecificOutput: { hookEventName, [field]: after } }));
