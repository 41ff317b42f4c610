import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { isStoreError } from '@app/contracts/event-store.ts'
import { isDatabaseAway } from '../platform/postgres/connection.ts'
import { errorCause } from '../platform/observability/log.ts'
import { readSettings } from '../platform/settings/settings.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { unreadableAdvice } from '../kernel/log/open-store.ts'
import { checkZone } from '../platform/settings/zone-check.ts'
import { Mistake } from './arguments.ts'
import { HELP, parseOrder, type Shell } from './orders.ts'
import { INTERRUPTED, shownPath } from './ops-session.ts'

const USAGE = 2
const SAME_SIGNAL_MS = 500
const interrupt = new AbortController()
let interruptedAt = 0

function onSignal(): void {
  if (interrupt.signal.aborted) {
    // Some shells below npm forward a Ctrl-C that this process has received already.
    if (performance.now() - interruptedAt < SAME_SIGNAL_MS) return
    process.exit(INTERRUPTED)
  }
  interruptedAt = performance.now()
  interrupt.abort()
  console.error('\nTerminando lo que está en curso… (Ctrl-C otra vez para salir ya)')
}

const ask = (question: string): Promise<string> =>
  new Promise((answered) => {
    // Without terminal mode Ctrl-C stays a signal.
    const lines = createInterface({ input: process.stdin, output: process.stdout, terminal: false })
    lines.once('close', () => answered(''))
    interrupt.signal.addEventListener('abort', () => lines.close(), { once: true })
    lines.question(question, (answer) => {
      answered(answer)
      lines.close()
    })
  })

const shell: Shell = {
  get settings() {
    return readSettings(process.env)
  },
  terminal: {
    say: (line) => console.log(`· ${line}`),
    print: (text) => console.log(text),
    signal: interrupt.signal,
  },
  ask,
  fileNamed: (name) => shownPath(resolve(process.env.INIT_CWD ?? process.cwd(), name)),
}

async function run(args: readonly string[]): Promise<number> {
  checkZone()
  try {
    const order = parseOrder(args)
    if (order !== undefined) return await order.run(shell)
    console.log(HELP)
    return 0
  } catch (error) {
    if (!(error instanceof Mistake)) throw error
    console.error(`${error.message}\n`)
    console.log(HELP)
    return USAGE
  }
}

process.on('SIGINT', onSignal)
process.on('SIGTERM', onSignal)
const code = await run(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof StartError || error instanceof Refusal) console.error(error.message)
  else if (isStoreError(error, 'Corrupt')) console.error(unreadableAdvice(error))
  else if (isStoreError(error))
    console.error(`El registro de eventos no responde (${error.message}): vuelve a intentarlo.`)
  else if (isDatabaseAway(error))
    console.error('La base de datos dejó de responder: repite la orden, que termina lo que quedó a medias.')
  else if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
    console.error('No queda espacio en el disco: libera espacio y repite la orden.')
  else console.error('Ocurrió un error inesperado:', errorCause(error))
  return interrupt.signal.aborted ? INTERRUPTED : 1
})
process.exit(code)
