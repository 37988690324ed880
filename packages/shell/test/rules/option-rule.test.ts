import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { everyCommandRule, ruleOver } from '../../src/rules/judge-command.ts';
import { quote } from '../quote.ts';

type Answer = 'matches' | 'might' | 'does not';

function answer(pattern: string, command: string): Answer {
  const held = ruleOver([{ rule: pattern, pattern }], command);
  if (held === undefined) return 'does not';
  return held.unread === undefined ? 'matches' : 'might';
}

describe('a deny or ask that names options means the options', () => {
  test.each<readonly [string, string, Answer]>([
    // Bundled, apart, by long names, in another order, behind the operands.
    ['rm -rf *', 'rm -rf x', 'matches'],
    ['rm -rf *', 'rm -fr x', 'matches'],
    ['rm -rf *', 'rm -r -f x', 'matches'],
    ['rm -rf *', 'rm -f -R x', 'matches'],
    ['rm -rf *', 'rm -rvf x', 'matches'],
    ['rm -rf *', 'rm x -rf', 'matches'],
    ['rm -rf *', 'rm -r x -f', 'matches'],
    ['rm -rf *', 'rm --recursive --force x', 'matches'],
    ['rm -rf *', 'rm --recurs --for x', 'matches'],
    ['rm -rf *', 'rm -rf', 'matches'],
    ['rm -rf *', 'rm -rf --no-preserve-root /', 'matches'],
    ['rm -rf *', '/bin/rm -r -f x', 'matches'],
    ['rm -rf *', 'sudo rm -r -f x', 'matches'],
    ['rm -rf *', "bash -c 'rm -f -r x'", 'matches'],
    ['rm -rf *', 'find . -exec rm -f -r {} +', 'matches'],
    ['rm -rf *', "git -c core.pager='rm -f -r y' log", 'matches'],
    ['rm -rf:*', 'rm -f -r x', 'matches'],
    ['/bin/rm -rf *', 'rm -f -r x', 'matches'],
    ['rm --recursive *', 'rm -r x', 'matches'],
    ['rm -rf *', 'rm {-r,-f} x', 'matches'],
    ['rm -rf *', 'rm -r x', 'does not'],
    ['rm -rf *', 'rm -f x', 'does not'],
    ['rm -rf *', 'rm rf', 'does not'],
    ['rm -rf *', 'rm -- -rf', 'does not'],
    ['rm -rf *', 'rm -r -- -f', 'does not'],
    ['rm -rf *', 'echo rm -r -f x', 'does not'],
    // The operands that it names are meant, too.
    ['rm -rf /', 'rm -f -r /', 'matches'],
    ['rm -rf /', 'rm -f / -r', 'matches'],
    ['rm -rf /', 'rm -f -r /tmp/x', 'does not'],
    ['rm -rf /etc/*', 'rm -r /etc/x -f', 'matches'],
    ['chmod -R 777 *', 'chmod 777 -R x', 'matches'],
    ['chmod -R 777 *', 'chmod --recursive 777 x', 'matches'],
    ['chmod -R 777 *', 'chmod -vR 777 x', 'matches'],
    ['chmod -R 777 *', 'chmod -R 755 x', 'does not'],
    ['chmod -R 777 *', 'chmod 777 x', 'does not'],
    // One that ends with an option means it with any operands.
    ['git push -f', 'git push --force', 'matches'],
    ['git push -f', 'git push origin main -f', 'matches'],
    // Verbs.
    ['git push --force *', 'git push origin main --force', 'matches'],
    ['git push --force *', 'git push -f', 'matches'],
    ['git push --force *', 'git push -uf origin main', 'matches'],
    ['git push --force *', 'git -C dir push origin -f', 'matches'],
    ['git push --force *', 'git push --force=true origin', 'matches'],
    ['git push --force *', 'git push origin main', 'does not'],
    ['git push --force *', 'git push --force-with-lease origin', 'does not'],
    ['git push --force *', 'git push -- origin --force', 'does not'],
    ['git push --force *', "git commit -m 'git push --force x'", 'does not'],
    ['git reset --hard *', 'git reset HEAD~1 --hard', 'matches'],
    ['git commit --no-verify *', 'git commit -nm x', 'matches'],
    ['git commit --no-verify *', 'git commit -m -n', 'does not'],
    ['git * --force', 'git push -f origin', 'matches'],
    ['* --force', 'git push -f origin', 'matches'],
    ['git clean -fd', 'git clean -d --force', 'matches'],
    ['docker run --privileged *', 'docker run -it --privileged ubuntu sh', 'matches'],
    ['docker run --privileged *', 'docker run ubuntu x --privileged', 'does not'],
    ['docker system prune -a *', 'docker system prune --all -f', 'matches'],
    ['kubectl delete --all *', 'kubectl delete pods --all -n x', 'matches'],
    // Values.
    ['curl -X POST *', 'curl --request=POST u', 'matches'],
    ['curl -X POST *', 'curl --request POST u', 'matches'],
    ['curl -X POST *', 'curl -XPOST u', 'matches'],
    ['curl -X POST *', 'curl -sX POST u', 'matches'],
    ['curl -X POST *', 'curl u -X POST', 'matches'],
    ['curl -X POST *', 'curl -X GET u', 'does not'],
    ['curl -X POST *', 'curl u POST', 'does not'],
    ['curl --request=P* *', 'curl -X PUT u', 'matches'],
    ['curl -d *', 'curl u --data=x', 'matches'],
    ['git commit -m *', 'git commit -am x', 'matches'],
    ['tar -C / *', 'tar xf a --directory=/', 'matches'],
    // Programs that only read.
    ['grep -r *', 'grep x --recursive .', 'matches'],
    ['ls -a *', 'ls -la', 'matches'],
    // What the table does not know: its words in any order.
    ['unheard --odd *', 'unheard x --odd', 'matches'],
    ['unheard --odd *', 'unheard x --odd=1', 'matches'],
    ['unheard --odd=1 *', 'unheard x --odd=1', 'matches'],
    ['unheard --odd=1 *', 'unheard x --odd=2', 'does not'],
    ['unheard -xy *', 'unheard a -xy', 'matches'],
    ['unheard -xy *', 'unheard a -x', 'does not'],
    ['unheard --odd *', 'unheard -- --odd', 'does not'],
    ['git push --odd *', 'git push x --odd', 'matches'],
    ['find * -delete', 'find . -delete -name x', 'matches'],
    // What is not known might be the option.
    ['rm -rf *', 'rm -r "$X"', 'might'],
    ['rm -rf *', 'X=-f; rm -r y $X', 'might'],
    ['rm -rf *', 'rm -r y $(cat x)', 'might'],
    ['curl -X POST *', 'curl -X "$M" u', 'might'],
    ['rm -rf *', 'rm -r"$X" y', 'might'],
    ['rm -rf *', 'rm y -r"$X"', 'might'],
    ['git push --force *', 'git push origin --fo$X', 'might'],
    ['git push --force *', 'F=--force; git push origin $F', 'might'],
    ['git push --force *', 'git push origin "$BRANCH"', 'does not'],
    ['git push --force *', 'git push "$@"', 'might'],
    // A star in an option's own name is a pattern of the text.
    ['git push --force* *', 'git push --force-with-lease x', 'matches'],
    ['git push --force* *', 'git push x --force', 'does not'],
  ])('%s: %s', (pattern, command, expected) => {
    expect(answer(pattern, command)).toBe(expected);
  });
});

describe('an allow stays literal', () => {
  test.each<readonly [string, string, boolean]>([
    ['rm -r x', 'rm -r x', true],
    ['rm -r *', 'rm -r x', true],
    ['rm -r *', 'rm --recursive x', false],
    ['rm -r *', 'rm -rf x', false],
    ['rm -r *', 'rm x -r', false],
    ['git push --tags *', 'git push origin --tags', false],
    ['curl -X GET *', 'curl --request=GET u', false],
  ])('%s: %s', (pattern, command, expected) => {
    expect(everyCommandRule([{ rule: 'a', pattern }], command) !== undefined).toBe(expected);
  });
});

/** An option by its spellings, and a few others of the same program that do no harm. */
interface Case {
  readonly program: string;
  readonly rule: string;
  readonly options: readonly (readonly string[])[];
  readonly harmless: readonly string[];
}

const CASES: readonly Case[] = [
  {
    program: 'rm',
    rule: 'rm -rf *',
    options: [
      ['-r', '-R', '--recursive', '--recur'],
      ['-f', '--force'],
    ],
    harmless: ['-v', '--verbose', '-i', '--one-file-system', '-d'],
  },
  {
    program: 'git push',
    rule: 'git push --force *',
    options: [['-f', '--force']],
    harmless: ['-u', '--tags', '-v', '--no-verify', '-o x', '--signed=no'],
  },
  {
    program: 'curl',
    rule: 'curl -X POST *',
    options: [['-X POST', '-XPOST', '--request POST', '--request=POST', '-sXPOST']],
    harmless: ['-s', '-L', '-o out', '-H x:y', '--max-time 5', '-fsSL'],
  },
  {
    program: 'chmod',
    rule: 'chmod -R 777 *',
    options: [['-R', '--recursive', '-vR']],
    harmless: ['-v', '-c', '--preserve-root'],
  },
];

/** The same options in any spelling and order, with operands and other options between them. */
const spelled = ({ program, options, harmless }: Case): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.tuple(...options.map((list) => fc.constantFrom(...list))),
      fc.array(fc.constantFrom(...harmless), { maxLength: 4 }),
      fc.infiniteStream(fc.nat(100)),
    )
    .map(([needed, more, places]) => {
      const words = program === 'chmod' ? ['777', 'file'] : ['one', 'two'];
      for (const option of [...needed, ...more])
        words.splice(places.next().value % (words.length + 1), 0, option);
      return [program, ...words].join(' ');
    });

describe('properties', () => {
  test.each(CASES)('any spelling is meant, whatever else stands there: $rule', (one) => {
    fc.assert(
      fc.property(spelled(one), (command) => {
        expect([command, answer(one.rule, command)]).toEqual([command, 'matches']);
        const wrapped = `sh -c ${quote(command)}`;
        expect([wrapped, answer(one.rule, wrapped)]).toEqual([wrapped, 'matches']);
      }),
    );
  });

  test.each(CASES)('with one option missing it is not meant: $rule', (one) => {
    fc.assert(
      fc.property(spelled({ ...one, options: one.options.slice(1) }), (command) => {
        expect([command, answer(one.rule, command)]).toEqual([command, 'does not']);
      }),
    );
  });
});
