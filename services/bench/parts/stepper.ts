import { getAdminLife } from '@app/contracts/api/admin/life-calls.ts'
import { SESSION_KEY } from '@app/contracts/session-key.ts'
import { latenciesOf, type Figures, type BenchPart } from '../frame.ts'
import { openFilled } from '../load/filled-product.ts'
import { createGet, timesOf } from '../load/requests.ts'
import { launchChromium } from '../page/phone-browser.ts'

const EVENTS = 10_000
const STEPS = 100
const READINGS = { timesMax: 5, ms: 60_000 }
const SLIDER = 'input[type=range]'

/** *Reproducir*: steps of an administrator through a life of 10,000 events, until the frame that shows the new place. */
export const stepper: BenchPart = {
  name: 'stepper',
  judged: [
    { title: 'a random jump, p50 ms', metric: 'p50', of: 'jump', atMost: 50 },
    { title: 'a step back, p50 ms', metric: 'p50', of: 'back', atMost: 50 },
  ],
  open: async (context) => {
    const filled = await openFilled(context, { events: context.scaled(EVENTS), profiles: 1 })
    const { product, profileId, administrator } = filled
    const { get, close } = createGet()
    context.onClose(close)
    const read = async (path: string) => {
      const answer = await get(`${product.url}${path}`, administrator.headers)
      if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}`)
      return answer
    }
    const lifePath = `/api/admin/life/profile/${profileId}`
    const { events, skipped } = getAdminLife.answer.parse(JSON.parse((await read(lifePath)).body))
    context.say(`a life of ${events.length} events`)
    const browser = await launchChromium()
    context.onClose(() => browser.close())
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.addInitScript(`localStorage.setItem('${SESSION_KEY}', ${JSON.stringify(administrator.kept)})`)
    await page.goto(`${product.url}/admin?tab=historial&life=profile-${profileId}`)
    await page.locator(SLIDER).waitFor()
    let last: number | null = null
    const versions = events.map(({ version }) => (last = version ?? last))
    const steps = async (what: 'jump' | 'back'): Promise<Figures> =>
      latenciesOf((await page.evaluate(stepScript(what, versions, skipped))) as readonly number[])
    const made = events.findLast(({ version }) => version !== null)
    const reading = (path: string) => async (): Promise<Figures> =>
      latenciesOf(await timesOf(async () => (await read(path)).ms, READINGS))
    return {
      jump: () => steps('jump'),
      back: () => steps('back'),
      life: reading(lifePath),
      page: reading(`/api/admin/history/${made!.position}/entity`),
    }
  },
}

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
  const shown = async (hasMoved) => {
    do await frame()
    while (!hasMoved() || (versions[index()] !== null && numberIn(version()) !== versions[index()]))
  }
  const steps = {
    jump: () => goTo(String(Math.floor(Math.random() * 100_000))),
    back: () => slider.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true })),
  }
  goTo('100000')
  await shown(() => true)
  const times = []
  for (let n = 0; n < ${STEPS}; n += 1) {
    const before = index()
    const sinceMs = performance.now()
    steps['${what}']()
    await shown(() => '${what}' === 'jump' || index() !== before)
    times.push(performance.now() - sinceMs)
  }
  return times
})()`
