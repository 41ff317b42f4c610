import { OBJECTED } from '@app/contracts/privacy/objection.ts'
import type { MyDataAsked } from '../watch-my-data.ts'
import { element } from './elements.ts'
import type { MyDataCalls } from './my-data-requests.ts'
import { TEXTS } from './my-data-texts.ts'

interface Means {
  readonly page: Document
  readonly asked: Pick<MyDataAsked, 'objection'>
  readonly calls: Pick<MyDataCalls, 'object'>
  /** What the visitor loses sight of, because the id is the only proof. */
  readonly hasWords: boolean
  /** Shows what happened, with the switch as it is now. */
  readonly told: (text: string) => void
  readonly ask: (text: string, answers: { readonly go: string; readonly onGo: () => void }) => void
  readonly fail: (text: string, retry: () => void) => void
  readonly onForgotten: () => void
}

/** `No cuentes mis visitas en esta tarjeta`. */
export function countingSwitch(means: Means): HTMLElement {
  const { page, asked } = means
  const input = element(page, 'input', {
    style: 'width:24px;height:24px;margin:0 12px 0 0;flex:none;accent-color:#1F7A8C',
    attributes: { type: 'checkbox', role: 'switch', id: 'my-uncounted' },
  })
  input.checked = asked.objection.isOn()
  input.addEventListener('change', () => {
    if (!input.checked) countAgain(means)
    else if (means.hasWords)
      means.ask(TEXTS.uncountWithWords, { go: TEXTS.uncountGo, onGo: () => void object(means) })
    else void object(means)
  })
  return element(
    page,
    'label',
    {
      style: 'display:flex;align-items:center;min-height:48px;margin-top:18px;font-weight:650',
      attributes: { for: 'my-uncounted' },
    },
    input,
    TEXTS.uncount,
  )
}

function countAgain({ asked, told }: Means): void {
  asked.objection.turn(false)
  told(TEXTS.countedAgain)
}

/** Noted first: what was asked is proven before the browser forgets who asked. */
async function object(means: Means): Promise<void> {
  const { asked, calls, told, fail, onForgotten } = means
  const outcome = await calls.object()
  if (outcome.kind === 'failed') return fail(outcome.detail ?? TEXTS.notUncounted, () => void object(means))
  if (!asked.objection.turn(true)) return fail(TEXTS.notKept, () => void object(means))
  onForgotten()
  told(outcome.kind === 'done' ? outcome.answer.message : OBJECTED)
}
