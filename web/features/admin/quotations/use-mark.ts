import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { refusalText } from '../../../app/refusal.ts'
import { useSay } from '../../../ui/notices/say.ts'
import { useMarkQuotationMutation, type MarkedAs } from './quotations-api.ts'

const DONE: Readonly<Record<MarkedAs, string>> = {
  contacted: 'Cotización marcada como contactada',
  completed: 'Cotización marcada como completada',
}

/**
 * A mark is sent once its message has gone, or with its card or the page: until then it can be undone. The pressed
 * button is gone or disabled then, so the card takes the focus.
 */
export function useMark(id: string, card: RefObject<HTMLElement | null>) {
  const [shown, setShown] = useState<MarkedAs>()
  const unsent = useRef<MarkedAs>(undefined)
  const [mark] = useMarkQuotationMutation()
  const say = useSay()
  const send = async () => {
    const status = unsent.current
    unsent.current = undefined
    if (status === undefined) return
    const { error } = await mark({ id, status })
    if (error === undefined) return
    say(`Error: ${refusalText(error, 'No pudimos guardar el estado.')}`)
    setShown(undefined)
  }
  const keepFocus = () => card.current?.focus({ preventScroll: true })
  const undo = () => {
    unsent.current = undefined
    setShown(undefined)
    keepFocus()
  }
  const onLeave = useEffectEvent(() => {
    // Without the button, which would undo nothing any more.
    if (unsent.current !== undefined) say(DONE[unsent.current])
    void send()
  })
  useEffect(() => {
    const leave = () => onLeave()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
  const choose = (as: MarkedAs) => {
    unsent.current = as
    setShown(as)
    keepFocus()
    say(DONE[as], { label: 'Deshacer', run: undo, onGone: () => void send() })
  }
  return { shown, choose }
}
