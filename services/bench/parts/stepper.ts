import { getAdminLife, type Life } from '@app/contracts/api/admin/life-calls.ts'
import { session } from '@app/contracts/api/accounts/auth-calls.ts'
import { SESSION_KEY } from '@app/contracts/session-key.ts'
import type { Page } from 'playwright-core'
import { ADMINISTRATOR, logIn } from '../load/people.ts'
import { timed } from '../load/requests.ts'
import { launchChromium } from '../page/phone-browser.ts'
import { part, type BenchContext, type BenchPart, type Figures } from '../part.ts'
import { latenciesOf, numberText } from '../report/statistics.ts'
import { openSizedProduct } from '../size/sized-product.ts'

const EVENTS = 100_000
const LIFE_EVENTS = 10_000
const STEPS = 100
const READINGS = 5
const STEP_MS_MAX = 50

interface Stepper {
  readonly page: Page
  readonly read: (path: string) => Promise<unknown>
  readonly lifePath: string
  readonly life: Life
}

/** The profile whose events are nearest to the wanted number. */
const PROFILE = `select profile_id as id from read.traffic_facts
  group by profile_id order by abs(count(*) - ${LIFE_EVENTS}) limit 1`

async function open(context: BenchContext, events: number): Promise<Stepper> {
  const { product, client } = await openSizedProduct(context, events)
  const { rows } = await client.query<{ id: string }>(PROFILE)
  const lifePath = `/api/admin/life/profile/${rows[0]!.id}`
  const answered = session.parse(await logIn(product, ADMINISTRATOR.ADMIN_EMAIL))
  const { access_token: token, user, profile_url } = answered
  const read = async (path: string): Promise<unknown> => {
    const answer = await fetch(`${product.url}${path}`, { headers: { Authorization: `Bearer ${token}` } })
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}`)
    return answer.json()
  }
  const life = getAdminLife.answer.parse(await read(lifePath))
  context.say(`a life of ${numberText(life.events.length)} events`)
  const browser = await launchChromium()
  context.closing.add(() => browser.close())
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const kept = JSON.stringify(JSON.stringify({ token, user, profile_url }))
  await page.addInitScript(`localStorage.setItem('${SESSION_KEY}', ${kept})`)
  await page.goto(`${product.url}/admin?tab=historial&life=profile-${rows[0]!.id}`)
  await page.locator(SLIDER).waitFor()
  return { page, read, lifePath, life }
}

const SLIDER = 'input[type=range]'

/**
 * Steps within the page. Each ends with the first frame in which the page's version is that of the event, too; by then
 * React has drawn the event and its figures.
 */
const stepScript = (
  what: string,
  versions: readonly (number | null)[],
  skipped: number,
): string => `(async () => {
  const versions = ${JSON.stringify(versions)}
  const slider = document.querySelector('${SLIDER}')
  const numberIn = (text) => Number(/[\\d.]+/.exec(text)?.[0].replaceAll('.', ''))
  const index = () => numberIn(slider.getAttribute('aria-valuetext')) - ${skipped} - 1
  const version = () => document.querySelector('section:has([aria-label="Como estaba"]) header span').textContent
  const goTo = (value) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(slider, value)
    slider.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
  const shown = async () => {
    do await frame()
    while (versions[index()] !== null && numberIn(version()) !== versions[index()])
  }
  const steps = {
    jump: () => goTo(String(Math.floor(Math.random() * 100_000))),
    back: () => slider.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true })),
  }
  goTo('100000')
  await shown()
  const times = []
  for (let n = 0; n < ${STEPS}; n += 1) {
    const before = index()
    const sinceMs = performance.now()
    steps['${what}']()
    await shown()
    times.push(performance.now() - sinceMs)
    if ('${what}' === 'back' && index() === before) throw new Error('nothing moved')
  }
  return times
})()`

async function measure({ page, read, lifePath, life }: Stepper, variant: string): Promise<Figures> {
  const { events, skipped } = life
  if (variant === 'jump' || variant === 'back') {
    let last: number | null = null
    const versions = events.map(({ version }) => (last = version ?? last))
    const times = (await page.evaluate(stepScript(variant, versions, skipped))) as readonly number[]
    return { ...latenciesOf(times) }
  }
  const made = events.findLast(({ version }) => version !== null)
  const path = variant === 'life' ? lifePath : `/api/admin/history/${made!.position}/entity`
  const times: number[] = []
  for (let n = 0; n < READINGS; n += 1) times.push(await timed(() => read(path)))
  return { ...latenciesOf(times) }
}

const stepperOf = (events: number): BenchPart =>
  part<Stepper>({
    name: 'stepper',
    title: 'Reproducir: a step in the life of a profile',
    how: `The folder of Size with ${numberText(events)} events, the built product over it, and Chromium of 1440 × 900 px without slowing down. An administrator has opened the life of the profile that has nearest to ${numberText(LIFE_EVENTS)} events. The browser reads the whole life once; the first figure is that request with its JSON. A step is a sum in the browser. ${STEPS} random jumps by the slider, and ${STEPS} steps back from the end by the arrow key, each take until after the first frame in which the event, its figures and the page's version are those of the new place; up to a frame of waiting is in it. A version of the page is read once, which the last figure measures by itself. Requests are repeated ${READINGS} times a round.`,
    peers: [],
    metrics: [
      { name: 'p50', title: 'p50, ms', digits: 1 },
      { name: 'p99', title: 'p99, ms', digits: 1 },
    ],
    variants: [
      { name: 'jump', title: 'a random jump' },
      { name: 'back', title: 'a step back' },
      { name: 'life', title: 'the life, read' },
      { name: 'page', title: 'a version of the page, read' },
    ],
    aims: [
      { title: 'a random jump', metric: 'p50', of: 'jump', atMost: STEP_MS_MAX },
      { title: 'a step back', metric: 'p50', of: 'back', atMost: STEP_MS_MAX },
      { title: 'a random jump ÷ a step back', metric: 'p50', of: 'jump', by: 'back' },
    ],
    open: (context) => open(context, events),
    measure,
    sized: ([size = events]) => stepperOf(size),
  })

export const stepperPart = stepperOf(EVENTS)
