import { homedir } from 'node:os';
import { createEngine, type Engine, type EngineOptions } from '@wavehooks/hooks';
import { fingerprint } from '@wavehooks/hooks/scripts';
import type { FileWritten } from '../editing/set-user.ts';
import { webOf } from '../values/urls.ts';
import { approve, forget } from './approve.ts';
import { type Change, diffHooks, viewsOf } from './changes.ts';
import type { JudgedItem } from './judge.ts';
import { type Opened, type OpenOptions, openFiles, openSettings } from './open.ts';
import type { Approval } from './store.ts';
import { type Changed, watchScripts, watchSettings } from './watch.ts';

/** The hooks of one session: frozen at its start, changed only by a review. */
export interface HookSession extends Reviews {
  readonly engine: Engine;
}

/** How the hooks in force can change: what is on disk is looked at, then accepted or not. */
export interface Reviews {
  readonly opened: Opened;
  /** How many hooks ran files that were not the approved ones, when `changes` last looked. */
  readonly changed: number;
  /** Each change of a settings file, or of a script that a hook runs, on disk: once. */
  changes(): readonly Changed[];
  /** Whether a review would show anything; settings that cannot be read differ as well. */
  differs(): boolean;
  /** What on disk differs from the hooks in force. Throws `SettingsError` for an unreadable file. */
  review(): Review;
  /** What the user set in this session was written to a file: nobody has to be told of that. */
  wrote(written: FileWritten & { readonly rule?: string }): void;
  /** Puts what a review showed in force, and approves what of it is the project's. */
  accept(review: Review): Promise<void>;
}

export interface Review {
  readonly changes: readonly Change[];
  readonly opened: Opened;
  /**
   * What somebody approved elsewhere, in another terminal for example: the files that this session still
   * holds its hooks to are other ones, or none.
   */
  readonly elsewhere: readonly Elsewhere[];
}

export interface Elsewhere {
  /** What is in force; undefined where it was not approved then. */
  readonly before: Approval | undefined;
  readonly after: JudgedItem;
}

type EngineRest = Omit<EngineOptions, 'hooks' | 'sources' | 'projectDir'>;

/** Opens settings and an engine on them. */
export async function openHooks(options: OpenOptions, rest: EngineRest = {}): Promise<HookSession> {
  const opened = openSettings(options);
  const { projectDir } = options;
  const limits = { ...opened.settings.limits, ...rest.limits };
  const engine = await createEngine({
    ...webOf(opened),
    ...rest,
    limits,
    sources: opened.sources,
    projectDir,
  });
  const reviews = reviewsOf(options, opened, engine);
  return {
    engine,
    get opened() {
      return reviews.opened;
    },
    get changed() {
      return reviews.changed;
    },
    changes: reviews.changes,
    differs: reviews.differs,
    review: reviews.review,
    wrote: reviews.wrote,
    accept: reviews.accept,
  };
}

/** For an engine that was made of `first`. */
export function reviewsOf(
  options: OpenOptions,
  first: Opened,
  engine: Pick<Engine, 'adopt' | 'entries'>,
): Reviews {
  const { projectDir, home = homedir() } = options;
  let opened = first;
  const settings = watchSettings(options, first.files);
  /** Rules that the user gave or took back in this session: they are in force already. */
  const own = new Set<unknown>();
  const scripts = watchScripts(() => engine.entries, { home, projectDir });
  const isNews = ({ after: { kind, content } }: Elsewhere) => kind !== 'allow' || !own.has(content);
  const review = (): Review => {
    const fresh = openSettings(options);
    const changes = diffHooks(viewsOf(opened), viewsOf(fresh));
    return { opened: fresh, changes, elsewhere: elsewhereIn(opened, fresh).filter(isNews) };
  };
  const differs = () => {
    try {
      return showsAnything(review());
    } catch {
      return true;
    }
  };
  return {
    get opened() {
      return opened;
    },
    get changed() {
      return scripts.changed;
    },
    changes: () => {
      const files = settings.look();
      const means = files.length > 0 ? changeMeans(differs()) : '';
      const told = files.map((one) => ({ ...one, text: `${one.file} changed on disk; ${means}` }));
      return [...told, ...scripts.look()];
    },
    differs,
    review,
    wrote: (written) => {
      settings.wrote(written);
      own.add(written.rule);
    },
    accept: async (review) => {
      const open = review.opened.items.filter(({ state }) => state !== 'approved');
      if (open.length > 0) await approve(home, projectDir, open);
      const { gone } = review.opened;
      if (gone.length > 0) await forget(home, projectDir, gone);
      opened = openFiles(review.opened.files, options);
      engine.adopt(opened.sources);
      scripts.look();
    },
  };
}

const showsAnything = ({ changes, elsewhere, opened: { items, gone } }: Review): boolean =>
  changes.length + elsewhere.length + gone.length > 0 ||
  items.some(({ state }) => state !== 'approved');

/** The approved items whose files are not those that are in force for them. */
const elsewhereIn = (inForce: Opened, fresh: Opened): Elsewhere[] =>
  fresh.items
    .filter(({ state }) => state === 'approved')
    .flatMap((after) => {
      const isSame = ({ kind, id }: JudgedItem) => kind === after.kind && id === after.id;
      const before = inForce.items.find(isSame)?.approval;
      return fingerprint(before?.files) === fingerprint(after.approval?.files)
        ? []
        : [{ before, after }];
    });

/** What no review shows, such as rules of the user's own, is read at the start alone. */
const changeMeans = (differs: boolean): string =>
  differs
    ? 'this session keeps its hooks until you review the change'
    : 'its hooks did not change; everything else takes effect at the next start';
