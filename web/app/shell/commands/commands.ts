export interface Command {
  readonly id: string
  readonly group: string
  readonly text: string
  /** Distinguishes commands of one name. */
  readonly hint?: string
  readonly run: () => void
}

/** Of an account with a thousand profiles the menu draws these; typing finds the others. */
export const COMMANDS_SHOWN_MAX = 50

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLocaleLowerCase('es')

/** Commands with every typed word, ignoring accents. */
export function matchingCommands(commands: readonly Command[], typed: string): readonly Command[] {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  const found = commands.filter(({ group, text, hint = '' }) => {
    const whole = plain(`${group} ${text} ${hint}`)
    return words.every((word) => whole.includes(word))
  })
  return found.slice(0, COMMANDS_SHOWN_MAX)
}

/** Neighbours of one group under its name. */
export function grouped(commands: readonly Command[]): readonly (readonly [string, readonly Command[]])[] {
  const groups = new Map<string, Command[]>()
  for (const command of commands) groups.set(command.group, [...(groups.get(command.group) ?? []), command])
  return [...groups]
}
