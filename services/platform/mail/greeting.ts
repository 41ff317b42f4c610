import { isolated } from '@app/contracts/fields/isolated.ts'
import { splitName } from '@app/contracts/fields/split-name.ts'
import { fitForMail } from './advertising.ts'

/** By the first name. Anybody can type a stranger's address, and words in place of a name: those are left out. */
export function greetingOf(name: string): string {
  const first = splitName(fitForMail(name)).name
  return first === '' ? 'Hola:' : `Hola, ${isolated(first)}:`
}
