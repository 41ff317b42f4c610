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
  type Values,
} from './arguments.ts'
import { adminCommand, codesCommand } from './commands/account-commands.ts'
import { eraseCommand } from './commands/erase-command.ts'
import { rotateKeyCommand, migrateCommand } from './commands/key-commands.ts'
import { verifyCommand } from './commands/read-model-commands.ts'
import { acceptRestoredCommand, exportLogCommand, verifyHistoryCommand } from './commands/record-commands.ts'
import { importCommand } from './import-access-log.ts'
import type { Terminal } from './ops-session.ts'

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

const changingAdmin = (change: 'grant' | 'revoke') =>
  order(oneEmail, (email, { settings, terminal }) => adminCommand(settings, terminal, { change, email }))

const ORDERS: ReadonlyMap<string, ReturnType<typeof order>> = new Map([
  [
    'import access-log',
    order(importOf, ({ file, map, source }, { settings, terminal, fileNamed }) =>
      importCommand(settings, terminal, { source, file: fileNamed(file), map: fileNamed(map) }),
    ),
  ],
  ['verify', plain(verifyCommand)],
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
  [
    'record accept-restored',
    order(nothing, (_none, { settings, terminal, ask }) => acceptRestoredCommand(settings, terminal, ask)),
  ],
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
])

/** @returns undefined when help was requested. @throws Mistake */
export function parseOrder(args: readonly string[]): Order | undefined {
  const { values, positionals } = readLine(args)
  if (values.help === true) return undefined
  // A second word after `erase` is its argument.
  const words = positionals[0] === 'erase' ? 1 : 2
  const name = positionals.slice(0, words).filter(Boolean).join(' ')
  if (name === '') throw new Mistake('Falta la orden.')
  const reading = ORDERS.get(name)
  if (reading === undefined) throw new Mistake(`No existe la orden: ${name}`)
  return reading(positionals.slice(words), values)
}

export const HELP = `Uso: npm run ops -- ORDEN

  import access-log ARCHIVO --map MAPA.json [--source NOMBRE]
      Importa los toques, clics y descargas del registro de accesos de un servidor web (formato combined, con la
      dirección del visitante primero). Repetirlo no duplica nada. NOMBRE dice de qué servidor viene: sus visitantes
      se reconocen entre archivos del mismo nombre (si no se indica: access-log).
  verify
      Reconstruye cada vista desde cero y la compara fila por fila con la que está en uso.
  verify history [--head ARCHIVO]
      Comprueba cada evento del registro contra lo que se firmó, y nombra el primer bloque y el primer evento que
      difieren. Con una cabeza guardada fuera de aquí (la de /api/record/head o la del correo de cada día) prueba
      también que nadie lo escribió todo de nuevo. Termina en 0, en 1 si algo difiere, y en 2 si el ARCHIVO no es
      una cabeza de este registro.
  export log ARCHIVO
      Escribe todos los eventos (cifrados) con sus bloques y cabezas, que docs/check-log.mjs comprueba sin nosotros.
  record accept-restored
      Solo cuando el producto dice que el registro no continúa lo último que se firmó aquí, porque se restauró
      un respaldo anterior o se perdió la clave. Muestra qué difiere, pide confirmar, y la cadena sigue desde ahí.
  migrate
      Pone al día el esquema de la base de datos de DATABASE_URL con el usuario de DATABASE_OWNER_URL, que el
      producto mismo no necesita después.
  admin grant CORREO
  admin revoke CORREO
      Nombra administrador a una cuenta, o deja de serlo. El último administrador se queda.
  codes issue [--profiles N] [--count N]
      Crea códigos de activación (1) y los muestra, uno por línea. Cada uno activa una cuenta y le
      permite tener hasta N perfiles (1).
  erase CORREO [--yes]
      Borra para siempre todo lo que se guarda de ese correo: la cuenta, con sus perfiles, imágenes, los nombres de
      sus visitantes y los correos de quienes pidieron recordatorios; cotizaciones, recordatorios y lo que dejó en
      tarjetas. Muestra qué es y pide escribir el correo otra vez, salvo con --yes. Lo que un visitante dejó sin
      correo se borra en el panel, Solicitudes.
  rotate-key
      Envuelve de nuevo las llaves de todas las personas con una llave nueva y destruye la anterior: desde
      entonces ninguna copia de la base de datos abre lo borrado. Con el producto en marcha ocurre solo,
      a más tardar un día después de cada borrado.

Lee los mismos ajustes que npm start (DATA_DIR, DATABASE_URL, EVENT_STORE…) y funciona con el producto en marcha o cerrado.`
