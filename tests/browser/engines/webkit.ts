import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../support/processes/product-calls.ts'
import { eventually } from '../../support/eventually.ts'

/** A browser as these tests drive it, by any protocol. */
export interface Engine {
  /** The folder of its downloads. */
  readonly downloads: string
  resize(width: number, height: number): Promise<void>
  goto(url: string): Promise<void>
  /** Value of a JavaScript expression in the page. */
  read(expression: string): Promise<unknown>
  /** By an XPath, like a finger: scrolled to, and pressed in its middle. */
  press(xpath: string): Promise<void>
  type(xpath: string, text: string): Promise<void>
  close(): Promise<void>
}

/** WebKitGTK by its own W3C WebDriver: of what runs here, the nearest to the Safari of iPhones. */

const DRIVER = '/usr/bin/WebKitWebDriver'
const BROWSER = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`)
  .find((path) => existsSync(path))
const SCREEN = '1600x1200x24'
const READY_MS_MAX = 20_000
const CALL_MS_MAX = 30_000
const LOOK_EVERY_MS = 50
const RESIZE_TRIES_MAX = 20
/** How long the driver waits for an element. */
const FIND_MS_MAX = 10_000
/** The key under which WebDriver hands elements out, by its specification. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
/** The toolbar would keep the window wider than a phone. */
const NARROW_TOOLBAR = 'toolbar *, entry, button { min-width: 0; padding: 0; margin: 0; font-size: 1px }\n'

export async function openWebKit(userAgent: string): Promise<Engine> {
  if (!existsSync(DRIVER) || BROWSER === undefined || !existsSync('/usr/bin/Xvfb'))
    throw new Error('WebKit is not installed: apt-get install webkit2gtk-driver xvfb')
  const home = await mkdtemp(join(tmpdir(), 'app-test-webkit-'))
  const downloads = join(home, 'descargas')
  await Promise.all([mkdir(downloads), mkdir(join(home, '.config/gtk-3.0'), { recursive: true })])
  await writeFile(join(home, '.config/gtk-3.0/gtk.css'), NARROW_TOOLBAR)
  await writeFile(join(home, '.config/user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`)
  const screen = await openScreen()
  const driver = await openDriver(home, screen.display)
  const end = async (): Promise<void> => {
    driver.end()
    screen.end()
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
  try {
    const call = await openSession(driver.url, userAgent)
    return engineOf(call, downloads, end)
  } catch (error) {
    await end()
    throw error
  }
}

type Call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>

function engineOf(call: Call, downloads: string, end: () => Promise<void>): Engine {
  const find = async (xpath: string): Promise<string> => {
    const found = (await call('POST', '/element', { using: 'xpath', value: xpath })) as Record<string, string>
    return found[ELEMENT] ?? ''
  }
  const read = (expression: string): Promise<unknown> =>
    call('POST', '/execute/sync', { script: `return (${expression})`, args: [] })
  return {
    downloads,
    goto: async (url) => void (await call('POST', '/url', { url })),
    read,
    resize: async (width, height) => {
      // The window has a frame: the requested size is the page's.
      for (let extra = [0, 0], tries = 0; tries < RESIZE_TRIES_MAX; tries += 1) {
        await call('POST', '/window/rect', { width: width + extra[0]!, height: height + extra[1]! })
        await pause(LOOK_EVERY_MS * (tries + 1))
        const [w, h] = (await read('[innerWidth, innerHeight]')) as [number, number]
        if (w === width && Math.abs(h - height) <= 2) return
        extra = [extra[0]! + width - w, extra[1]! + height - h]
      }
      throw new Error(`the window does not become ${width} × ${height}`)
    },
    press: async (xpath) => void (await call('POST', `/element/${await find(xpath)}/click`, {})),
    type: async (xpath, text) => void (await call('POST', `/element/${await find(xpath)}/value`, { text })),
    close: async () => {
      // The driver may hang; its processes are ended by id all the same.
      await Promise.race([call('DELETE', '').catch(() => undefined), pause(2_000)])
      await end()
    },
  }
}

async function openSession(url: string, userAgent: string): Promise<Call> {
  const options = { binary: BROWSER, args: ['--automation', `--user-agent=${userAgent}`] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
  const { sessionId } = (await ask(`${url}/session`, 'POST', { capabilities })) as { sessionId: string }
  const call: Call = (method, path, body) => ask(`${url}/session/${sessionId}${path}`, method, body)
  await call('POST', '/timeouts', { implicit: FIND_MS_MAX })
  return call
}

async function ask(url: string, method: string, body?: object): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    signal: AbortSignal.timeout(CALL_MS_MAX),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const { value } = (await answer.json()) as { value: unknown }
  if (!answer.ok) throw new Error(`WebDriver: ${method} ${url}: ${JSON.stringify(value)}`)
  return value
}

interface Ended {
  end(): void
}

/** Ends a program with everything it started: when asked, and at the latest with the tests' own process. */
function endOf({ pid }: ChildProcess): () => void {
  const end = (): void => {
    process.removeListener('exit', end)
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL')
    } catch {
      // gone by itself
    }
  }
  process.on('exit', end)
  return end
}

/** Xvfb chooses a free display itself and writes it to its third descriptor. */
async function openScreen(): Promise<Ended & { readonly display: string }> {
  const xvfb = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true,
  })
  const end = endOf(xvfb)
  const [number] = (await once(xvfb.stdio[3]!, 'data', {
    signal: AbortSignal.timeout(READY_MS_MAX),
  })) as [Buffer]
  return { display: `:${number.toString().trim()}`, end }
}

/** With a message bus of its own, which ends with it. */
async function openDriver(home: string, display: string): Promise<Ended & { readonly url: string }> {
  const port = await freePort()
  const { PATH = '' } = process.env
  const driver = spawn('dbus-run-session', ['--', DRIVER, `--port=${port}`], {
    env: {
      PATH,
      HOME: home,
      DISPLAY: display,
      LANG: 'es_CL.UTF-8',
      LIBGL_ALWAYS_SOFTWARE: '1',
      NO_AT_BRIDGE: '1',
    },
    stdio: 'ignore',
    detached: true,
  })
  const end = endOf(driver)
  const url = `http://127.0.0.1:${port}`
  const answers = async (): Promise<void> => {
    const { ok } = await fetch(`${url}/status`)
    if (!ok) throw new Error('it is not ready')
  }
  return eventually(answers, { what: 'WebKitWebDriver' }).then(
    () => ({ url, end }),
    (error: unknown) => {
      end()
      throw error
    },
  )
}
