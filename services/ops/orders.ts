import type { Settings } from '../platform/settings/settings.ts'
import {
  codesOf,
  importOf,
  Mistake,
  nothing,
  oneEmail,
  oneFile,
  onlyHead,
  readLine,
  verifyOf,
  type Values,
} from './arguments.ts'
import { adminCommand, codesCommand } from './commands/account-commands.ts'
import { eraseCommand } from './commands/erase-command.ts'
import { rotateKeyCommand } from './commands/key-commands.ts'
import { migrateCommand } from './commands/migrate-command.ts'
import { parkedCommand } from './commands/parked-command.ts'
import {
  acceptRestoredCommand,
  exportLogCommand,
  verifyAllCommand,
  verifyHistoryCommand,
} from './commands/record-commands.ts'
import { acceptLossCommand } from './commands/vault-command.ts'
import { verifyCommand } from './commands/verify-command.ts'
import { importCommand } from './import-access-log.ts'
import type { Terminal } from './ops-session.ts'
import { parkedOf } from './parked-arguments.ts'

/** What orders need of whoever types them. */
export interface Shell {
  readonly settings: Settings
  readonly terminal: Terminal
  readonly ask: (question: string) => Promise<string>
  /** Relative to the folder in which npm was called. */
  readonly fileNamed: (name: string) => string
}

interface Order {
  readonly args: unknown
  readonly run: (shell: Shell) => Promise<number>
}

type Rest = readonly string[]

/** @param read what follows the order's words. @throws Mistake */
const order =
  <Args>(read: (rest: Rest, values: Values) => Args, run: (args: Args, shell: Shell) => Promise<number>) =>
  (rest: Rest, values: Values): Order => {
    const args = read(rest, values)
    return { args, run: (shell) => run(args, shell) }
  }

const plain = (command: (settings: Settings, terminal: Terminal) => Promise<number>) =>
  order(nothing, (_none, { settings, terminal }) => command(settings, terminal))

const asking = (command: (settings: Settings, terminal: Terminal, ask: Shell['ask']) => Promise<number>) =>
  order(nothing, (_none, { settings, terminal, ask }) => command(settings, terminal, ask))

const changingAdmin = (change: 'grant' | 'revoke') =>
  order(oneEmail, (email, { settings, terminal }) => adminCommand(settings, terminal, { change, email }))

const ORDERS: ReadonlyMap<string, ReturnType<typeof order>> = new Map([
  [
    'import access-log',
    order(importOf, ({ file, map, source }, { settings, terminal, fileNamed }) =>
      importCommand(settings, terminal, { source, file: fileNamed(file), map: fileNamed(map) }),
    ),
  ],
  ['parked', order(parkedOf, (wanted, { settings, terminal }) => parkedCommand(settings, terminal, wanted))],
  [
    'verify',
    order(verifyOf, ({ isAll, head }, { settings, terminal, fileNamed }) =>
      isAll
        ? verifyAllCommand(settings, terminal, head && fileNamed(head))
        : verifyCommand(settings, terminal),
    ),
  ],
  [
    'verify history',
    order(onlyHead, (head, { settings, terminal, fileNamed }) =>
      verifyHistoryCommand(settings, terminal, head && fileNamed(head)),
    ),
  ],
  [
    'export log',
    order(oneFile, (file, { settings, terminal, fileNamed }) =>
      exportLogCommand(settings, terminal, fileNamed(file)),
    ),
  ],
  ['record accept-restored', asking(acceptRestoredCommand)],
  ['migrate', plain(migrateCommand)],
  ['admin grant', changingAdmin('grant')],
  ['admin revoke', changingAdmin('revoke')],
  [
    'codes issue',
    order(codesOf, (wanted, { settings, terminal }) => codesCommand(settings, terminal, wanted)),
  ],
  [
    'erase',
    order(
      (rest, values) => ({ email: oneEmail(rest), isConfirmed: values.yes === true }),
      ({ email, isConfirmed }, { settings, terminal, ask }) =>
        eraseCommand(settings, terminal, { email, ask: isConfirmed ? undefined : ask }),
    ),
  ],
  ['rotate-key', plain(rotateKeyCommand)],
  ['vault accept-loss', asking(acceptLossCommand)],
])

/** Of these, what follows is not a word of the order. */
const OF_ONE_WORD = ['parked', 'erase']

/** @returns undefined when help was requested. @throws Mistake */
export function parseOrder(args: readonly string[]): Order | undefined {
  const { values, positionals } = readLine(args)
  if (values.help === true) return undefined
  const words = OF_ONE_WORD.includes(positionals[0] ?? '') ? 1 : 2
  const name = positionals.slice(0, words).filter(Boolean).join(' ')
  if (name === '') throw new Mistake('Falta la orden.')
  const known = ORDERS.get(name)
  if (known === undefined) throw new Mistake(`No existe la orden: ${name}`)
  return known(positionals.slice(words), values)
}
