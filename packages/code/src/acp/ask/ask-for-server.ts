import { randomUUID } from 'node:crypto';
import type { CreateElicitationResponse, PermissionOption } from '@agentclientprotocol/sdk';
import type { ElicitAnswer, Elicitation, FormValue, McpElicit } from '@wavehooks/agent-sdk';
import { exactLine, exactly, printable } from '../../cli/style.ts';
import { askerText, contentOf, fieldText, valueText } from '../../screen/control/form.ts';
import { fenced, textContent } from '../translate/tool-content.ts';
import type { Editor } from '../wire/editor.ts';
import { choose, until } from './choose.ts';
import { answersFor, type Form, filledIn, serverForm } from './server-form.ts';

const DECLINE: ElicitAnswer = { action: 'decline' };
const CANCEL: ElicitAnswer = { action: 'cancel' };

const YES = (name: string): PermissionOption => ({ optionId: 'yes', name, kind: 'allow_once' });
const NO = (name: string): PermissionOption => ({ optionId: 'no', name, kind: 'reject_once' });

/** What MCP servers ask goes to the editor. `begun`: a server may ask before the editor knows the session. */
export const askForServers =
  (editor: Editor, begun: Promise<void>): McpElicit =>
  async (asked, signal) => {
    await begun;
    if (signal.aborted) return CANCEL;
    try {
      return await ask(editor, asked, signal);
    } catch (error) {
      if (signal.aborted) return CANCEL;
      return { action: 'decline', why: `your editor could not ask: ${(error as Error).message}` };
    }
  };

function ask(editor: Editor, asked: Elicitation, signal: AbortSignal): Promise<ElicitAnswer> {
  const { form, url } = editor.can.elicitation ?? {};
  if (asked.mode === 'form')
    return form ? byForm(editor, asked, signal) : byChoices(editor, asked, signal);
  if (asked.mode === 'url' && url)
    return byEditor(editor, asked, signal, {
      mode: 'url',
      elicitationId: randomUUID(),
      url: asked.url,
    });
  const isPage = asked.mode === 'url';
  return yesOrNo(
    editor,
    asked,
    isPage ? `Open it yourself, if you want to: <${asked.url}>` : fenced(printable(asked.prompt)),
    isPage ? 'Done, I have opened it' : 'Ask the model this once',
    signal,
  );
}

const titleOf = (asked: Elicitation): string =>
  exactLine(`${askerText(asked)}: ${asked.message}`).slice(0, 300);

/** Its words are shown as they are: they play no tricks with the look of the question. */
const wordsOf = ({ message }: Elicitation) =>
  message === '' ? [] : [textContent(fenced(printable(message)))];

async function byEditor(
  editor: Editor,
  asked: Elicitation,
  signal: AbortSignal,
  how: { readonly mode: 'url'; readonly elicitationId: string; readonly url: string },
): Promise<ElicitAnswer> {
  const message = exactly(printable(`${askerText(asked)}: ${asked.message}`));
  const params = { ...how, sessionId: editor.session, message };
  const { action }: CreateElicitationResponse = await editor.request(
    'elicitation/create',
    params,
    until(signal),
  );
  return action === 'accept' ? { action } : action === 'cancel' ? CANCEL : DECLINE;
}

async function byForm(editor: Editor, form: Form, signal: AbortSignal): Promise<ElicitAnswer> {
  const message = exactly(printable(`${askerText(form)}: ${form.message}`));
  const params = {
    mode: 'form',
    sessionId: editor.session,
    message,
    requestedSchema: serverForm(form),
  } as const;
  const response: CreateElicitationResponse = await editor.request(
    'elicitation/create',
    params,
    until(signal),
  );
  if (response.action === 'accept') return { action: 'accept', content: filledIn(form, response) };
  return response.action === 'cancel' ? CANCEL : DECLINE;
}

async function yesOrNo(
  editor: Editor,
  asked: Elicitation,
  body: string,
  yes: string,
  signal: AbortSignal,
): Promise<ElicitAnswer> {
  const content = [...wordsOf(asked), textContent(body)];
  const options = [YES(yes), NO('No')];
  const chosen = await choose(editor, { title: titleOf(asked), content, options }, signal);
  return chosen === 'yes' ? { action: 'accept' } : DECLINE;
}

/** Without forms: one choice after the other, then all of it once more. What has to be typed in cannot be asked. */
async function byChoices(editor: Editor, form: Form, signal: AbortSignal): Promise<ElicitAnswer> {
  const typed = form.fields.find(
    (field) => !answersFor(field) && field.required && field.initial === undefined,
  );
  if (typed)
    return {
      action: 'decline',
      why: `"${exactLine(typed.label)}" has to be typed in, and your editor has no forms`,
    };
  const values: (FormValue | undefined)[] = [];
  for (const field of form.fields) {
    const answers = answersFor(field);
    if (!answers) {
      values.push(field.initial);
      continue;
    }
    const options = [...answers.map(({ option }) => option), NO('Send nothing')];
    const content = [...wordsOf(form), textContent(fenced(fieldText(field)))];
    const chosen = await choose(editor, { title: titleOf(form), content, options }, signal);
    const answer = answers.find(({ option }) => option.optionId === chosen);
    if (!answer) return DECLINE;
    values.push(answer.value);
  }
  const lines = form.fields.map(
    (field, at) => `${printable(field.label)}: ${valueText(field, values[at])}`,
  );
  const last = await choose(
    editor,
    {
      title: `Send this to ${exactLine(form.server)}?`,
      content: [
        ...wordsOf(form),
        ...(lines.length > 0 ? [textContent(fenced(lines.join('\n')))] : []),
      ],
      options: [YES('Send it'), NO('Send nothing')],
    },
    signal,
  );
  return last === 'yes' ? { action: 'accept', content: contentOf(form, values) } : DECLINE;
}
