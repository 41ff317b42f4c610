import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { rawAnswer, bodyTextOf } from '../support/api/test-client.ts'
import { useTestApi } from '../support/api/test-api.ts'
import { isRefusedByBlockers } from '../support/blocker-rules.ts'
import { createUploads } from '../support/api/test-uploads.ts'
import { noise } from '@app/services/media/testing/sample-pictures.ts'

/** In KB of what the running product sends to a browser that accepts brotli. The client has one sheet for all its screens. */
interface Budget {
  readonly scripts: number
  readonly styles: number
  readonly fonts: number
  readonly pictures: number
}
const ACCOUNT: Budget = { scripts: 190, styles: 17, fonts: 20.5, pictures: 0 }
const DASHBOARD: Budget = { scripts: 240, styles: 20, fonts: 43.4, pictures: 0 }
const ADMIN: Budget = { ...DASHBOARD, scripts: 280 }
/** Section 8 allows 175 of script; with more than this it would be too late on a phone. */
const LANDING: Budget = { ...ACCOUNT, scripts: 140, styles: 12 }

const SHELL = 'app/shell/Dashboard.tsx'
const DASHBOARD_CHUNKS = [SHELL, 'dashboard']
const ADMIN_CHUNKS = ['features/admin/AdminScreen.tsx', 'features/admin/users/UsersPanel.tsx']
const RESET = 'features/accounts/reset/ResetScreen.tsx'
const CHART = 'charts'

const SCREENS: readonly (readonly [path: string, Budget, chunks: readonly string[]])[] = [
  ['/', LANDING, ['app/landing/main.tsx']],
  ['/inicio', LANDING, ['app/landing/main.tsx']],
  ['/login', ACCOUNT, ['features/accounts/login/LoginScreen.tsx']],
  ['/register', ACCOUNT, ['features/accounts/register/RegisterScreen.tsx']],
  ['/auth/forgot-password', ACCOUNT, ['features/accounts/reset/ForgotPasswordForm.tsx']],
  ['/auth/reset', ACCOUNT, [RESET]],
  ['/auth/reset/success', ACCOUNT, [RESET]],
  ['/activate', ACCOUNT, ['features/accounts/register/ActivateScreen.tsx']],
  ['/profile', ACCOUNT, ['features/accounts/login/ExternalLoginScreen.tsx']],
  ['/mis-datos', ACCOUNT, ['features/privacy/YourDataScreen.tsx']],
  ['/dashboard', DASHBOARD, DASHBOARD_CHUNKS],
  ['/admin', ADMIN, [SHELL, ...ADMIN_CHUNKS]],
]
/** A slow network pays for each request. */
const SCRIPTS_MAX = 20
const CHART_KB_MAX = 195
const PICTURE_KB_MAX = 60
const KB = 1_024

const api = useTestApi()

const ask = (path: string) => rawAnswer(`${api.url}${path}`, { 'accept-encoding': 'br' })
const answers = new Map<string, ReturnType<typeof ask>>()
/** Once: nothing changes but by a build. */
function sent(path: string): ReturnType<typeof ask> {
  const answer = answers.get(path) ?? ask(path)
  answers.set(path, answer)
  return answer
}

async function kbOf(paths: Iterable<string>): Promise<number> {
  let bytes = 0
  for (const path of new Set(paths)) {
    const answer = await sent(path)
    expect([path, answer.status]).toEqual([path, 200])
    bytes += answer.bytes.length
  }
  return bytes / KB
}

/** Values of an attribute of the elements that a pattern matches. */
const named = (html: string, element: RegExp, attribute: 'href' | 'src' | 'srcset'): readonly string[] =>
  [...html.matchAll(element)].flatMap(
    ([tag]) => new RegExp(`${attribute}="([^"]+)"`).exec(tag)?.slice(1) ?? [],
  )

const scriptsOf = (html: string): readonly string[] => [
  ...named(html, /<script[^>]*>/g, 'src'),
  ...named(html, /<link[^>]+rel="modulepreload"[^>]*>/g, 'href'),
]
const stylesOf = (html: string) => named(html, /<link[^>]+rel="stylesheet"[^>]*>/g, 'href')
const inlineStylesOf = (html: string) =>
  [...html.matchAll(/<style>([^]*?)<\/style>/g)].map(([, css = '']) => css)
const fontsOf = (html: string) => named(html, /<link[^>]+as="font"[^>]*>/g, 'href')

/** Files that an address's document names, and those that the client loads for its screen. */
async function loadedBy(
  path: string,
): Promise<{ scripts: ReadonlySet<string>; styles: ReadonlySet<string> }> {
  const html = bodyTextOf(await sent(path))
  const chunks = SCREENS.find(([screen]) => screen === path)![2]
  return {
    scripts: new Set([...scriptsOf(html), ...filesOf(chunks, ({ file }) => [file])]),
    styles: new Set([
      ...stylesOf(html),
      ...(inlineStylesOf(html).length > 0 ? [] : filesOf(chunks, ({ css = [] }) => css)),
    ]),
  }
}

test('each screen loads no more than its budget [SPEED-2]', async () => {
  for (const [path, { scripts, styles, fonts, pictures }] of SCREENS) {
    const html = bodyTextOf(await sent(path))
    const loaded = await loadedBy(path)
    expect(await kbOf(loaded.scripts), path).toBeLessThanOrEqual(scripts)
    expect(loaded.scripts.size, path).toBeLessThanOrEqual(SCRIPTS_MAX)
    const [inline] = inlineStylesOf(html)
    const inDocument = inline === undefined ? 0 : brotliCompressSync(inline).length / KB
    expect(inDocument + (await kbOf(loaded.styles)), path).toBeLessThanOrEqual(styles)
    expect(await kbOf(fontsOf(html)), path).toBeLessThanOrEqual(fonts)
    expect(await kbOf(named(html, /<img[^>]*>/g, 'src')), path).toBeLessThanOrEqual(pictures)
  }
})

interface Chunk {
  readonly file: string
  readonly css?: readonly string[]
  readonly name?: string
  readonly imports?: readonly string[]
}
const manifest = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../dist/web/.vite/manifest.json'), 'utf8'),
) as Record<string, Chunk>

/** Modules, or a shared file, and all that these import at once; a name that the build does not know is an error. */
function chunksOf(names: readonly string[], chunks = new Set<Chunk>()): ReadonlySet<Chunk> {
  for (const name of names) {
    const chunk = manifest[name] ?? Object.values(manifest).find((one) => one.name === name)
    if (chunk === undefined) throw new Error(`dist/web has no ${name}: run npm run build`)
    if (chunks.has(chunk)) continue
    chunks.add(chunk)
    chunksOf(chunk.imports ?? [], chunks)
  }
  return chunks
}

const filesOf = (names: readonly string[], of = ({ file }: Chunk): readonly string[] => [file]) =>
  new Set([...chunksOf(names)].flatMap(of).map((file) => `/${file}`))

/** In KB: what modules load beyond what is there. */
const kbBeyond = (names: readonly string[], known: ReadonlySet<string>) =>
  kbOf([...filesOf(names)].filter((file) => !known.has(file)))

test('no file of the build has a name that blockers refuse', () => {
  const files = readdirSync(join(import.meta.dirname, '../../dist/web'), {
    recursive: true,
    encoding: 'utf8',
  })
  expect(files.length).toBeGreaterThan(100)
  expect(files.map((file) => `/${file.replaceAll('\\', '/')}`).filter(isRefusedByBlockers)).toEqual([])
})

test(`the chart comes later, in at most ${CHART_KB_MAX} KB of its own`, async () => {
  const kb = await kbBeyond([CHART], (await loadedBy('/dashboard')).scripts)
  expect(kb).toBeGreaterThan(100)
  expect(kb).toBeLessThanOrEqual(CHART_KB_MAX)
})

test('the document names the files of the dashboard, which start.js requests before the client has come', async () => {
  const html = bodyTextOf(await sent('/dashboard'))
  const files = /data-dashboard="([^"]+)"/.exec(html)![1]!.split(' ')
  const first = new Set([...scriptsOf(html), ...files])
  expect([...filesOf(DASHBOARD_CHUNKS)].filter((file) => !first.has(file))).toEqual([])
})

test('one font is preloaded, and it is the one that the style sheet uses', async () => {
  const html = bodyTextOf(await sent('/login'))
  const [font, ...others] = fontsOf(html)
  expect(others).toEqual([])
  expect(bodyTextOf(await sent(stylesOf(html)[0] ?? ''))).toContain(font)
})

test('no document of the client holds a script, nor a style sheet that its CSP would refuse', async () => {
  for (const [path] of SCREENS) {
    const html = bodyTextOf(await sent(path))
    expect(html, path).not.toMatch(/<script(?![^>]*\bsrc=)/)
    const [sheets, policy] = [inlineStylesOf(html), (await sent(path)).headers['content-security-policy']]
    expect(html.match(/<style/g) ?? [], path).toHaveLength(sheets.length)
    for (const css of sheets)
      expect(policy, path).toContain(`'sha256-${createHash('sha256').update(css).digest('base64')}'`)
  }
})

test('the first picture of the public page is small [SPEED-1]', async () => {
  const { id, slug } = await api.newProfile('budget')
  const file = await noise(600, 800).blur(2).jpeg().toBuffer()
  await createUploads(api).ref({ profileId: id, file })
  await api.settle()
  const html = bodyTextOf(await sent(`/pages/${slug}`))
  const [picture = ''] = html.match(/<img[^>]*>/) ?? []
  const forms = picture.match(/\/api\/files\/[^\s",]+/g) ?? []
  expect(forms.length).toBeGreaterThan(0)
  for (const form of new Set(forms)) expect(await kbOf([form])).toBeLessThanOrEqual(PICTURE_KB_MAX)
})
