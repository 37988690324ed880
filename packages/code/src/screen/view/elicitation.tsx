import {
  type ElicitAnswer,
  type Elicitation,
  type FormField,
  type FormValue,
  valueFault,
} from '@wavehooks/agent-sdk';
import { useState } from 'react';
import { exactly, printable } from '../../cli/style.ts';
import { browserHere, openPage } from '../../mcp/login/browser.ts';
import {
  askerText,
  contentOf,
  type Form,
  fieldText,
  typedValue,
  valueText,
} from '../control/form.ts';
import { wrapped } from '../text/lines.ts';
import { useCanvas } from './parts/context.ts';
import { Dialog, type Ends } from './parts/dialog.tsx';
import { ROOMS } from './parts/rooms.ts';
import type { Option } from './parts/selection.ts';

interface ElicitationProps extends Ends {
  readonly asked: Elicitation;
  readonly onAnswer: (answer: ElicitAnswer) => void;
}

/** What an MCP server asks the user. Nothing goes to it before the user has said so. */
export function ElicitationDialog({ asked, onAnswer, ...ends }: ElicitationProps) {
  const canvas = useCanvas(4);
  if (asked.mode === 'form') return <FormDialog form={asked} onAnswer={onAnswer} {...ends} />;
  const isPage = asked.mode === 'url';
  const browser = isPage ? browserHere(process.env) : undefined;
  const open = () => {
    if (isPage && browser !== undefined) openPage(browser, asked.url);
    return ACCEPT;
  };
  const yes: Option<() => ElicitAnswer>[] = isPage
    ? [
        ...(browser === undefined
          ? []
          : [{ key: 'o', label: 'Open it in the browser', value: open }]),
        { key: 'd', label: 'Done: I open it myself', value: () => ACCEPT },
      ]
    : [{ key: 'y', label: 'Yes, ask the model this once', value: () => ACCEPT }];
  const body = isPage ? exactly(asked.url) : printable(asked.prompt);
  return (
    <Dialog
      {...framed(asked, body, canvas)}
      options={[...yes, { key: 'n', label: 'No', value: () => DECLINE }]}
      onChoose={(make) => onAnswer(make())}
      {...ends}
      careful
    />
  );
}

const ACCEPT: ElicitAnswer = { action: 'accept' };
const DECLINE: ElicitAnswer = { action: 'decline' };

/** What it says, beside so many rows of answers. */
const framed = (
  asked: Elicitation,
  body: string,
  { width, rows, paint }: ReturnType<typeof useCanvas>,
  answers = 3,
) => ({
  title: askerText(asked),
  lines: [
    ...wrapped(paint('strong', printable(asked.message)), width),
    ...(body === '' ? [] : wrapped(body, width)),
  ],
  room: Math.max(2, ROOMS.dialog(rows).own + 6 - answers),
});

type FormProps = Omit<ElicitationProps, 'asked'> & { readonly form: Form };

/** One field after the other, then all of them once more before anything is sent. */
function FormDialog({ form, onAnswer, ...ends }: FormProps) {
  const canvas = useCanvas(4);
  const [values, setValues] = useState<readonly (FormValue | undefined)[]>([]);
  const field = form.fields[values.length];
  if (field)
    return (
      <FieldDialog
        key={values.length}
        form={form}
        at={values.length}
        field={field}
        onValue={(value) => setValues([...values, value])}
        onDecline={() => onAnswer(DECLINE)}
        {...ends}
      />
    );
  const filled = form.fields.map(
    (one, at) => `${printable(one.label)}: ${valueText(one, values[at])}`,
  );
  return (
    <Dialog
      {...framed(form, filled.join('\n'), canvas)}
      options={[
        { key: 'y', label: `Send this to ${exactly(form.server)}`, value: 'send' },
        { key: 'b', label: 'Begin again', value: 'again' },
        { key: 'n', label: 'Send nothing', value: 'decline' },
      ]}
      onChoose={(chosen) => {
        if (chosen === 'again') setValues([]);
        else if (chosen === 'decline') onAnswer(DECLINE);
        else onAnswer({ action: 'accept', content: contentOf(form, values) });
      }}
      {...ends}
      careful
    />
  );
}

const countText = ({ fields }: Form, at: number): string =>
  fields.length > 1 ? `(${at + 1} of ${fields.length})` : '';

interface FieldProps extends Ends {
  readonly form: Form;
  /** Which of its fields this is. */
  readonly at: number;
  readonly field: FormField;
  readonly onValue: (value: FormValue | undefined) => void;
  readonly onDecline: () => void;
}

function FieldDialog({ form, at, field, onValue, onDecline, ...ends }: FieldProps) {
  const canvas = useCanvas(4);
  const [fault, setFault] = useState('');
  const [ticked, setTicked] = useState<readonly string[]>(
    Array.isArray(field.initial) ? field.initial : [],
  );
  const { initial, kind } = field;
  const give = (typed: string) => {
    const read = typedValue(field, typed);
    if ('fault' in read) setFault(read.fault);
    else onValue(read.value);
  };
  /** By what they are, not by what they are called: a label may be anything. */
  const giveChosen = (value: FormValue) => {
    const wrong = valueFault(field, value);
    if (wrong === undefined) onValue(value);
    else setFault(wrong);
  };
  const choose = (chosen: Chosen) => {
    if (chosen.is === 'value' && kind === 'choices') setTicked(toggled(ticked, chosen.value));
    else if (chosen.is === 'value')
      giveChosen(kind === 'flag' ? chosen.value === 'yes' : chosen.value);
    else if (chosen.is === 'decline') onDecline();
    else if (chosen.is === 'keep') give('');
    else giveChosen(ticked);
  };
  const about = `${fieldText(field)}${initial === undefined ? '' : `  [${valueText(field, initial)}]`}`;
  const isText = kind === 'text' || kind === 'number' || kind === 'integer';
  const own = { prompt: 'Your answer:', onDone: give, onEscape: onDecline };
  return (
    <Dialog
      {...framed(form, countText(form, at), canvas, 4)}
      hint={fault ? `${about}\n${canvas.paint('warn', fault)}` : about}
      typing={isText ? own : undefined}
      options={choicesOf(field, ticked)}
      onChoose={choose}
      {...ends}
      first={firstOf(field)}
      most={8}
      careful
    />
  );
}

const toggled = (ticked: readonly string[], value: string): readonly string[] =>
  ticked.includes(value) ? ticked.filter((one) => one !== value) : [...ticked, value];

type Chosen =
  | { readonly is: 'value'; readonly value: string }
  | { readonly is: 'done' | 'keep' | 'decline' };

function choicesOf(field: FormField, ticked: readonly string[]): Option<Chosen>[] {
  const { kind, options, initial, required } = field;
  const all =
    kind === 'flag'
      ? [
          { value: 'yes', label: 'Yes', key: 'y' },
          { value: 'no', label: 'No', key: 'f' },
        ]
      : options.map((one, at) => ({ ...one, key: at < 9 ? String(at + 1) : '' }));
  const box = (value: string) => (ticked.includes(value) ? '[x] ' : '[ ] ');
  return [
    ...all.map(({ value, label, key }) => ({
      ...(key ? { key } : {}),
      label: `${kind === 'choices' ? box(value) : ''}${printable(label)}`,
      ...(kind === 'choices' ? { letter: 'at once' as const } : {}),
      value: { is: 'value', value } as const,
    })),
    ...(kind === 'choices' ? [{ key: 'd', label: 'Done', value: { is: 'done' } as const }] : []),
    ...(kind !== 'choices' && initial === undefined && !required
      ? [{ key: 'e', label: 'Leave it empty', value: { is: 'keep' } as const }]
      : []),
    { key: 'n', label: 'Send nothing', value: { is: 'decline' } },
  ];
}

/** The mark stands on what the form has already. */
function firstOf({ kind, initial, options }: FormField): number {
  if (kind === 'flag') return initial === false ? 1 : 0;
  return Math.max(
    0,
    options.findIndex(({ value }) => value === initial),
  );
}
