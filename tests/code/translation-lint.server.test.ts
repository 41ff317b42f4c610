import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const BESIDE_WHAT_CHANGES = [
  'const A = () => <button>{busy && <Spinner />}Guardar</button>',
  'const A = () => <button>{busy && <Spinner />}{text}</button>',
  'const A = () => <p>Hola, {name ? <b>{name}</b> : null}</p>',
  "const A = () => <p>Quedan {days === 1 ? 'un día' : 'muchos'}</p>",
  "const A = () => <p>Quedan {late || 'muchos'} días</p>",
  'const A = () => <p>De {people.map((one) => <b key={one}>{one}</b>)}</p>',
  'const A = () => <p>{`${count} visitas`}{isLive && <Dot />}</p>',
  'const A = () => <p>{spanText(days)}{isLive && <Dot />}</p>',
  // A component that is chosen as it is drawn.
  'function A() { const Icon = met ? Check : Circle; return <li><Icon />Un número</li> }',
  'function A() { const Icon = ICONS[kind]; return <li><Icon />{text}</li> }',
  'const A = ({ icon: Icon, text }) => <li><Icon />{text}</li>',
  // What stands around a fragment, and around a component, is not seen from there.
  'const A = () => <>Código creado: <b>{code}</b></>',
  'const A = () => <p>{code && <>Código {code}</>}</p>',
  "function A() { if (late === 0) return 'ninguna'; return <b>{late}</b> }",
  'function A() { return `${users} usuarios` }',
  'const A = () => `${users} usuarios`',
  "const A = ({ late }) => late === 0 ? 'ninguna' : <b>{late}</b>",
  'function A({ who }) { return who ?? text }',
  'const A = () => <p>{parts.map((part) => part.isBold ? <b>{part.text}</b> : part.text)}</p>',
]

const LEFT_ALONE = [
  'const A = () => <button>{busy && <Spinner />}<span>Guardar</span></button>',
  "const A = () => <button>{busy ? 'Guardando...' : 'Guardar'}</button>",
  'const A = () => <p>Hola, <b>{name}</b></p>',
  'const A = () => <p>{count} visitas</p>',
  'const A = () => <p>\n  {isLive && <Dot />}\n  <b>{name}</b>\n</p>',
  'const A = () => <p>{/* Nobody. */}{isLive && <Dot />}</p>',
  'const A = () => <li><Check />Un número</li>',
  'const A = () => <><b>{code}</b><i /></>',
  'function A() { return user === null ? null : <b>{user.name}</b> }',
  'function A({ children }) { return children }',
  'const textOf = (count) => `${count} usuarios`',
  'function wordsOf(late) { return late === 0 ? "ninguna" : "varias" }',
  'const A = () => <p>{names.map((name) => name.length > 3 ? <b>{name}</b> : <i>{name}</i>)}</p>',
]

async function lintedIn(folder: string): Promise<readonly number[]> {
  const rules = { 'translation/own-element': 'error' }
  const plugins = [resolve('web/translation-lint.mjs')]
  await writeFile(join(folder, 'oxlint.json'), JSON.stringify({ jsPlugins: plugins, rules }))
  const all = [...BESIDE_WHAT_CHANGES, ...LEFT_ALONE]
  await Promise.all(all.map((text, at) => writeFile(join(folder, `${at}.tsx`), text)))
  const args = ['-A', 'all', '-c', 'oxlint.json', '-f', 'json', '.']
  const output = await new Promise<string>((done) => {
    execFile(resolve('node_modules/.bin/oxlint'), args, { cwd: folder }, (_failure, stdout) => done(stdout))
  })
  const { diagnostics } = JSON.parse(output) as { diagnostics: readonly { code: string; filename: string }[] }
  expect(new Set(diagnostics.map(({ code }) => code))).toEqual(new Set(['translation(own-element)']))
  return diagnostics.map(({ filename }) => Number.parseInt(filename, 10))
}

test('lint finds each text that a translated page would lose a neighbour of, and no other', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'translation-lint-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const found = new Set(await lintedIn(folder))
  const all = [...BESIDE_WHAT_CHANGES, ...LEFT_ALONE]
  expect(all.filter((_text, at) => found.has(at))).toEqual(BESIDE_WHAT_CHANGES)
})
