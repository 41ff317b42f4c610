import type { SourceFile } from './source-files.ts'

/**
 * A test's suffix says its price: `.test` starts nothing, `.build.test` reads dist/, `.pg.test` needs PostgreSQL,
 * `.server.test` another server, `.browser.test` a browser, `.long.test` minutes, `.containers.test` a Docker engine.
 */
const PRICES = ['build', 'pg', 'server', 'browser', 'long', 'containers'] as const
type Price = (typeof PRICES)[number] | 'pure'

/** Files that import one of these have longer counts in the long lane. */
const HAS_LONGER_RUNS = /longer-runs\.ts'|event-store\.contract\.ts'/
/** Files that drive a browser, kill what they start, or try a whole store. More would leave a processor idle for long. */
const HEAVY = /\.browser\.test\.|^tests\/(?:browser\/.*\.long|kills\/)|kill.*\.long\.test\./
const TRIES_A_STORE = /event-store\.contract\.ts'/
/** Tests over a user's own server run again over one in a container. */
const OVER_ANY_SERVER = 'tests/starting/database-url.pg.test.ts'
const HAS_DOCUMENT = /^\/\/ @vitest-environment /

/**
 * `shared`: files run one after the other in one process, whose modules are loaded once. `document`: likewise, with a
 * fresh document and fresh modules. `own`: a process for each file. `heavy`: likewise, and never two at once.
 */
export type TestProcess = 'heavy' | 'own' | 'shared' | 'document'

const priceOf = ({ path }: SourceFile): Price =>
  PRICES.find((price) => path.includes(`.${price}.test.`)) ?? 'pure'

/**
 * @param lane `unit` has what starts nothing, `long` the long files and those with longer counts, `screens` the files of
 *   the browser, at all sizes and apart from the long ones, which leave it no processor, `containers` those that need
 *   an engine, with a server of PostgreSQL on it; any other all but these and the long
 */
export function isInLane(lane: string | undefined, file: SourceFile): boolean {
  const price = priceOf(file)
  if (lane === 'unit') return price === 'pure'
  if (lane === 'containers') return price === 'containers' || file.path === OVER_ANY_SERVER
  if (price === 'containers') return false
  if (lane === 'screens') return price === 'browser'
  if (lane === 'long' && price === 'browser') return false
  if (lane === 'long') return price === 'long' || HAS_LONGER_RUNS.test(file.text)
  return price !== 'long'
}

/** Tests that start programs, or read a build, change their process: environment, listeners. */
export function processOf(file: SourceFile): TestProcess {
  if (HAS_DOCUMENT.test(file.text)) return 'document'
  const price = priceOf(file)
  if (price !== 'pure' && (HEAVY.test(file.path) || TRIES_A_STORE.test(file.text))) return 'heavy'
  return price === 'pure' || price === 'pg' ? 'shared' : 'own'
}
