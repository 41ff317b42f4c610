import { expect, test } from 'vitest'
import { sourceFiles, type SourceFile } from '../support/source-files.ts'

test('tests wait up to one limit that is the same for all, compare no times that a busy machine makes longer, and open pages in one place', () => {
  const files = sourceFiles(/\.tsx?$/).filter(isOfTests)
  expect(files.length).toBeGreaterThan(300)
  expect(files.flatMap(waitFaultsIn)).toEqual([])
})

const IS_OF_TESTS = /\.test\.tsx?$|^tests\/|\/testing\/|\/contract\//
const IS_APART =
  /^(?:scripts|tests\/(?:code|eventstoredb\/stand-in))\/|^tests\/(?:support\/(?:awake-time\.test|eventually)|browser\/browser|browser\/engines\/firefox)\.ts$/

/** How tests may not wait, and what they may not compare. */
const FAULTS: readonly (readonly [fault: string, code: RegExp])[] = [
  ['waits by itself: `eventually` does', /\bvi\s*\.\s*wait(?:For|Until)\(/],
  ['has a limit of its own: there is one for all waiting', /\{\s*timeout: ?\d|\.poll\([^\n]*\btimeout\b/],
  [
    'waits in a loop that says nothing: `eventually` does; what is work, not a condition, hands its signal on',
    /\b(?:while|for) \([^\n]*\) await (?:delay|pause|sleep)\((?![^\n]*signal)|\bfor \(let waited = 0; waited </,
  ],
  [
    'has an upper limit by the wall clock: `startAwakeTime` stands still where the machine does',
    /\bexpect(?:\.soft)?\([^\n]*(?:\b(?:performance|Date)\.now\(\)|\belapsedMs\()[^\n]*\)\.toBeLess/,
  ],
  [
    'starts a browser by itself: `launchBrowser` gives its pages the product’s clock',
    /\b(?:chromium|firefox|webkit)\.launch|from 'puppeteer-core'/,
  ],
  [
    'stops a page’s clock at the machine’s time, which is another on another day: give it the product’s',
    /\bclock\s*\.install\(\)/,
  ],
]

export const isOfTests = ({ path }: SourceFile): boolean => IS_OF_TESTS.test(path) && !IS_APART.test(path)

export const waitFaultsIn = ({ path, text }: SourceFile): readonly string[] =>
  FAULTS.filter(([, code]) => code.test(text)).map(([fault]) => `${path} ${fault}`)
