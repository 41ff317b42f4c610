import type { SourceFile } from '../support/source-files.ts'

/** A line of docs/promises.md. */
export interface Promised {
  readonly id: string
  readonly promise: string
  readonly costs: string
  readonly decided: string
}

/** A test, or a group of tests, whose title names a promise. */
export interface Verified {
  readonly id: string
  readonly path: string
}

const ROW = /^\| ([A-Z]+-\d+) +\| (.*?) +\| (.*?) +\| (.*?) *\|$/gm

export const promisesOn = (page: string): readonly Promised[] =>
  [...page.matchAll(ROW)].map(([, id = '', promise = '', costs = '', decided = '']) => ({
    id,
    promise,
    costs,
    decided,
  }))

const IDS = '[A-Z]+-\\d+(?:, [A-Z]+-\\d+)*'
/** The ids at the end of a title: of `test`, `describe`, one of their tables, or a case of a contract. */
const MARK = new RegExp(`(?:\\(|title: |^\\s*)(['"\`])(?:(?!\\1).)* \\[(${IDS})\\]\\1(?=,|$)`, 'gm')
const BRACKETS = new RegExp(`\\[${IDS}\\]`, 'g')

const HAS_TESTS = /\.test\.tsx?$|-steps\.ts$|^services\/event-store\/contract\//
const hasTests = ({ path }: SourceFile): boolean => HAS_TESTS.test(path) && !path.startsWith('tests/code/')

export const verifiedIn = (files: readonly SourceFile[]): readonly Verified[] =>
  files
    .filter(hasTests)
    .flatMap(({ path, text }) =>
      [...text.matchAll(MARK)].flatMap(([, , ids = '']) => ids.split(', ').map((id) => ({ id, path }))),
    )

/** Ids in brackets that no title ends with would verify nothing, and look as if they did. */
function misplacedIn(file: SourceFile): readonly string[] {
  const marked = [...file.text.matchAll(MARK)].length
  const written = [...file.text.matchAll(BRACKETS)].length
  return written === marked ? [] : [`${file.path} names a promise elsewhere than at the end of a title`]
}

const LINK = /\]\(decisions\/(\d{4}-[\w-]+\.md)\)/g

/** Ids of an area rise down the page; where they do not, one stands twice or in a wrong place. */
function orderFaults(promises: readonly Promised[]): readonly string[] {
  const last = new Map<string, number>()
  return promises.flatMap(({ id }) => {
    const [area = '', number] = id.split('-')
    const before = last.get(area) ?? 0
    last.set(area, Number(number))
    return Number(number) > before ? [] : [`${id} comes twice, or after a higher number`]
  })
}

function lineFaults({ id, promise, costs, decided }: Promised, decisions: ReadonlySet<string>) {
  const links = [...decided.matchAll(LINK)].map(([, name = '']) => name)
  return [
    ...(promise === '' || costs === '' ? [`${id} lacks its promise or its costs`] : []),
    ...(links.length === 0 ? [`${id} has no link to a decision`] : []),
    ...links.filter((name) => !decisions.has(name)).map((name) => `${id}: there is no decision ${name}`),
  ]
}

export function faultsOf(
  page: string,
  files: readonly SourceFile[],
  decisions: ReadonlySet<string>,
): readonly string[] {
  const promises = promisesOn(page)
  const verified = verifiedIn(files)
  const ids = new Set(promises.map(({ id }) => id))
  const shown = new Set(verified.map(({ id }) => id))
  return [
    ...orderFaults(promises),
    ...promises.flatMap((one) => lineFaults(one, decisions)),
    ...[...ids].filter((id) => !shown.has(id)).map((id) => `no test verifies ${id}`),
    ...verified.filter(({ id }) => !ids.has(id)).map(({ id, path }) => `${path} names ${id}: no promise`),
    ...files.filter(hasTests).flatMap(misplacedIn),
  ]
}

/** Each promise with the files whose tests name it, and how many do. */
export function tableOf(promises: readonly Promised[], verified: readonly Verified[]): string {
  return promises
    .map(({ id }) => {
      const paths = verified.filter((one) => one.id === id).map(({ path }) => path)
      const files = [...new Set(paths)].map((path) => path.split('/').at(-1))
      return `${id.padEnd(8)} ${String(paths.length).padStart(2)}  ${files.join(', ')}`
    })
    .join('\n')
}
