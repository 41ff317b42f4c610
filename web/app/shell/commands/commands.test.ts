import { expect, test } from 'vitest'
import { COMMANDS_SHOWN_MAX, grouped, matchingCommands, type Command } from './commands.ts'

const command = (text: string, group = 'Ir a', hint?: string): Command => ({
  id: text,
  group,
  text,
  ...(hint !== undefined && { hint }),
  run: () => undefined,
})
const COMMANDS = [
  command('Analíticas'),
  command('Copiar enlace', 'Compartir', '/pages/ana'),
  command('Ana Ñuñoa', 'Cambiar de perfil', '/pages/ana-nunoa'),
]
const found = (typed: string) => matchingCommands(COMMANDS, typed).map(({ text }) => text)

test('a typed text is found without accents and capitals, in the name, the group and the address', () => {
  expect(found('')).toHaveLength(3)
  expect(found('ANALITICAS')).toEqual(['Analíticas'])
  expect(found('perfil nunoa')).toEqual(['Ana Ñuñoa'])
  expect(found('pages ana')).toEqual(['Copiar enlace', 'Ana Ñuñoa'])
  expect(found('zzz')).toEqual([])
})

test('of a thousand profiles the first ones are drawn, and typing finds the others', () => {
  const many = Array.from({ length: 1_000 }, (_, n) => command(`Perfil ${n}`))
  expect(matchingCommands(many, '')).toHaveLength(COMMANDS_SHOWN_MAX)
  expect(matchingCommands(many, 'perfil 999').map(({ text }) => text)).toEqual(['Perfil 999'])
})

test('commands stand together by group, in the order of the groups', () => {
  const groups = grouped([...COMMANDS, command('Mi cuenta')])
  expect(groups.map(([name, members]) => [name, members.length])).toEqual([
    ['Ir a', 2],
    ['Compartir', 1],
    ['Cambiar de perfil', 1],
  ])
})
