import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { isStoreError } from '@app/contracts/event-store.ts'
import { isDatabaseAway } from '@app/postgres/database-away.ts'
import { errorCause } from '@app/observability/error-cause.ts'
import { readSettings } from '@app/settings/settings.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { closedStreamAdvice } from '@app/event-store/store-faults.ts'
import { WaitInterrupted } from '@app/runtime/backend/until-open.ts'
import { checkZone } from '@app/settings/zone-check.ts'
import { importCommand } from './access-log/import-command.ts'
import { accountCommand, adminCommand, codesCommand, listCodesCommand } from './commands/account-commands.ts'
import { parseArguments, type OpsCommand } from './arguments.ts'
import { bounceCommand, readBounce } from './commands/bounce-command.ts'
import { eraseCommand } from './commands/erase-command.ts'
import { HELP } from './help-text.ts'
import { beginEpochCommand, rotateKeyCommand } from './commands/key-commands.ts'
import { parkedCommand } from './commands/parked-command.ts'
import { migrateCommand } from './commands/migrate-command.ts'
import { verifyAllCommand, verifyHistoryCommand } from './commands/history-command.ts'
import {
  expedienteCommand,
  sealDownloadCommand,
  sealExportCommand,
  rebuildTreeCommand,
} from './commands/seal-commands.ts'
import { rebuildCommand, rollbackCommand } from './commands/rebuild-command.ts'
import { acceptRestoredCommand } from './commands/restored-command.ts'
import { retentionCommand } from './commands/retention-command.ts'
import { sampleCommand } from './sample/sample-command.ts'
import { INTERRUPTED, type Terminal } from './ops-session.ts'
import { createProgressBar, type ProgressBar } from './progress-bar.ts'
import { shownPath } from './text-table.ts'
import { acceptLossCommand } from './commands/vault-command.ts'
import { verifyCommand } from './commands/verify-command.ts'

const USAGE = 2
const SAME_SIGNAL_MS = 500
const interrupt = new AbortController()
const terminal: Terminal = {
  say: (line) => console.log(`· ${line}`),
  print: (text) => console.log(text),
  signal: interrupt.signal,
}

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

/** Relative to the folder in which npm was called. */
const fileNamed = (name: string): string => shownPath(resolve(process.env.INIT_CWD ?? process.cwd(), name))

const fileOrInput = (name: string): string => (name === '-' ? '-' : fileNamed(name))

const ask = (question: string, signal: AbortSignal): Promise<string> =>
  new Promise((answered) => {
    // Without terminal mode Ctrl-C stays a signal.
    const lines = createInterface({ input: process.stdin, output: process.stdout, terminal: false })
    lines.once('close', () => answered(''))
    signal.addEventListener('abort', () => lines.close(), { once: true })
    lines.question(question, (answer) => {
      answered(answer)
      lines.close()
    })
  })

const progress = (): ProgressBar =>
  createProgressBar({
    isTerminal: process.stdout.isTTY === true,
    write: (text) => process.stdout.write(text),
    clock: () => performance.now(),
  })

const confirm = (question: string): Promise<string> => ask(question, interrupt.signal)

const unlessConfirmed = ({ isConfirmed }: { readonly isConfirmed: boolean }) =>
  isConfirmed ? undefined : confirm

/** Orders without arguments. */
const PLAIN = {
  verify: verifyCommand,
  migrate: migrateCommand,
  'record rebuild-tree': rebuildTreeCommand,
  'epoch begin': beginEpochCommand,
  'rotate-key': rotateKeyCommand,
  'codes list': listCodesCommand,
} as const
const isPlain = (command: OpsCommand): command is OpsCommand & { readonly name: keyof typeof PLAIN } =>
  command.name in PLAIN

async function run(command: OpsCommand): Promise<number> {
  checkZone()
  if (isPlain(command)) return PLAIN[command.name](readSettings(process.env), terminal)
  if (isOnRecord(command)) return runOnRecord(command)
  if (isOnReadModel(command)) return runOnReadModel(command)
  switch (command.name) {
    case 'help':
      return help(command.because)
    case 'sample access-log':
      return sampleCommand(terminal, { ...command, file: fileNamed(command.file), now: new Date() })
    case 'import access-log': {
      const [file, map] = [fileNamed(command.file), fileNamed(command.map)]
      return importCommand(readSettings(process.env), terminal, { ...command, file, map, progress })
    }
    case 'admin':
      return adminCommand(readSettings(process.env), terminal, command)
    case 'account':
      return accountCommand(readSettings(process.env), terminal, command)
    case 'codes issue':
      return codesCommand(readSettings(process.env), terminal, command)
    case 'mail bounce': {
      const message = await readBounce(fileOrInput(command.file))
      return bounceCommand(readSettings(process.env), terminal, message)
    }
    case 'erase':
      return eraseCommand(readSettings(process.env), terminal, { ...command, ask: unlessConfirmed(command) })
    case 'retention':
      return retentionCommand(readSettings(process.env), terminal, {
        ...command,
        ask: unlessConfirmed(command),
      })
    case 'vault accept-loss':
      return acceptLossCommand(readSettings(process.env), terminal, confirm)
  }
}

const ON_READ_MODEL = ['rebuild', 'rollback', 'parked'] as const
type OnReadModel = OpsCommand & { readonly name: (typeof ON_READ_MODEL)[number] }
const isOnReadModel = (command: OpsCommand): command is OnReadModel =>
  ON_READ_MODEL.some((name) => name === command.name)

function runOnReadModel(command: OnReadModel): Promise<number> {
  const settings = readSettings(process.env)
  if (command.name === 'parked') return parkedCommand(settings, terminal, command)
  if (command.name === 'rollback') return rollbackCommand(settings, terminal, command.projection)
  return rebuildCommand(settings, terminal, { ...command, ask: confirm, progress })
}

const ON_RECORD = [
  'verify history',
  'verify --all',
  'seal download',
  'seal export',
  'expediente',
  'record accept-restored',
] as const
type OnRecord = OpsCommand & { readonly name: (typeof ON_RECORD)[number] }
const isOnRecord = (command: OpsCommand): command is OnRecord =>
  ON_RECORD.some((name) => name === command.name)

function runOnRecord(command: OnRecord): Promise<number> {
  const settings = readSettings(process.env)
  switch (command.name) {
    case 'verify history':
      return verifyHistoryCommand(settings, terminal, command.seal && fileNamed(command.seal))
    case 'verify --all':
      return verifyAllCommand(settings, terminal, command.seal && fileNamed(command.seal))
    case 'seal download':
      return sealDownloadCommand(settings, terminal, fileNamed(command.file))
    case 'seal export':
      return sealExportCommand(settings, terminal, fileNamed(command.file))
    case 'expediente':
      return expedienteCommand(settings, terminal, { ...command, file: fileNamed(command.file) })
    case 'record accept-restored':
      return acceptRestoredCommand(settings, terminal, confirm)
  }
}

function help(because: string | undefined): number {
  if (because !== undefined) console.error(`${because}\n`)
  console.log(HELP)
  return because === undefined ? 0 : USAGE
}

process.on('SIGINT', onSignal)
process.on('SIGTERM', onSignal)
const code = await run(parseArguments(process.argv.slice(2))).catch((error: unknown) => {
  if (error instanceof StartError || error instanceof Refusal) console.error(error.message)
  else if (isStoreError(error, 'StreamClosed')) console.error(closedStreamAdvice(error))
  else if (isStoreError(error))
    console.error(`El registro de eventos no responde (${error.message}): vuelve a intentarlo.`)
  else if (isDatabaseAway(error))
    console.error('La base de datos dejó de responder: repite la orden, que termina lo que quedó a medias.')
  else if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
    console.error('No queda espacio en el disco: libera espacio y repite la orden.')
  else console.error('Ocurrió un error inesperado:', errorCause(error))
  return error instanceof WaitInterrupted ? INTERRUPTED : 1
})
process.exit(code)
