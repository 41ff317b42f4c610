import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withTimeout } from '../platform/concurrency/concurrency-limiter.ts'
import { causeText } from '../platform/observability/log.ts'
import { readSettings } from '../platform/settings/settings.ts'
import { checkZone } from '../platform/settings/zone-check.ts'
import { closingBox, reportStartFault } from './start-report.ts'
import { compose } from './compose.ts'
import { startProduct } from './start-product.ts'

const say = (line: string): void => console.log(`· ${line}`)

/** After this time the database is closed even if work waits for it, because it may not answer. */
const CLOSING_MS_MAX = 6_000

/** Closed in the opposite order, also after a failed start. */
const opened: (() => Promise<void>)[] = []
let closeLate: (() => Promise<void>) | undefined
const ending = new AbortController()
let stopping: Promise<void> | undefined

function stop(): Promise<void> {
  stopping ??= (async () => {
    const late = setTimeout(() => void closeLate?.().catch(() => undefined), CLOSING_MS_MAX)
    for (const close of opened.reverse())
      await close().catch((error: Error) => console.error(`· Al cerrar: ${causeText(error)}`))
    clearTimeout(late)
  })()
  return stopping
}

/** npm forwards a Ctrl-C that the terminal has sent to this process too. */
const SAME_SIGNAL_MS = 1_000
let signalledMs: number | undefined

function onSignal(): void {
  const sinceFirstMs = performance.now() - (signalledMs ??= performance.now())
  if (ending.signal.aborted) {
    // A second signal ends the process without waiting.
    if (sinceFirstMs > SAME_SIGNAL_MS) process.exit(1)
    return
  }
  say('Cerrando…')
  ending.abort()
  // A start may be waiting for the database, e.g. for another process's migration.
  const startEnded = withTimeout(started, CLOSING_MS_MAX, () => undefined)
  void startEnded.then(stop).then(() => process.exit(0))
}

async function main(): Promise<void> {
  checkZone()
  const ctx = await compose(readSettings(process.env), {
    dist: dirname(fileURLToPath(import.meta.url)),
    say,
    signal: ending.signal,
    onStop: (close) => opened.push(close),
    onLateStop: (close) => (closeLate = close),
  })
  const administrator = await startProduct(ctx)
  ctx.assertNotEnding()
  console.log(`\n${closingBox(ctx.settings, administrator, ctx.mailPage)}\n`)
  await ctx.firstPassword.forget()
  say('Ctrl-C para cerrar.')
}

/** Never rejects: a failed start reports its reason and exits. */
const started: Promise<void> = main().catch(async (error: unknown) => {
  if (ending.signal.aborted) return
  reportStartFault(error)
  await stop()
  process.exit(1)
})
process.on('SIGINT', onSignal)
process.on('SIGTERM', onSignal)
