import {
  useCallback,
  useEffect,
  useState,
  type ReactNode,
  useEffectEvent,
  createContext,
  useContext,
} from 'react'
import { Check, CircleAlert } from 'lucide-react'

/** Pointing or focus keeps it. @param shown a new object restarts the time @returns for the lasting element around */
export function useShownFor(shown: object | null, ms: number, onDone: () => void) {
  const [isPointedAt, setPointedAt] = useState(false)
  const [isFocused, setFocused] = useState(false)
  // Not a dependency: the caller may draw again with every typed key.
  const done = useEffectEvent(onDone)
  useEffect(() => {
    if (!shown || isPointedAt || isFocused) return undefined
    const timer = setTimeout(() => done(), ms)
    return () => clearTimeout(timer)
  }, [shown, ms, isPointedAt, isFocused])
  return {
    onPointerEnter: () => setPointedAt(true),
    onPointerLeave: () => setPointedAt(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  }
}

const SHOWN_MS = 3_000
const SHOWN_WITH_ACTION_MS = 8_000

export interface Message {
  readonly text: string
  readonly action?: MessageAction | undefined
}

interface ToastProps {
  /** A new object is a new message, even with the same text. */
  readonly message: Message | null
  readonly onDone: () => void
}

// On phones above both bars, where a press reaches the button behind it; while somebody types, keys are there.
const TOAST =
  'pointer-events-none fixed right-[16px] bottom-[calc(var(--bar)+68px)] z-60 max-w-[min(480px,calc(100vw-32px))] ' +
  'max-[899px]:in-[:root:has(:read-write:focus)]:top-[calc(var(--head)+8px)] ' +
  'max-[899px]:in-[:root:has(:read-write:focus)]:bottom-auto ' +
  'min-[900px]:pointer-events-auto min-[900px]:bottom-[24px]'
const MESSAGE =
  'flex animate-[rise_var(--dur-3)_var(--ease-out)] items-center gap-[8px] rounded-md bg-surface px-[16px] ' +
  'py-[12px] text-small font-semibold shadow-modal ring-1 ring-line'
const BESIDE_ACTION = 'min-w-[min(8rem,60vw)] flex-[1_1_0] pr-[4px]'
const ACTION =
  'pointer-events-auto relative -my-[4px] ml-auto h-[32px] flex-none rounded-sm px-[8px] font-semibold ' +
  'text-accent hover:bg-accent-soft pointer-coarse:after:absolute pointer-coarse:after:-inset-[6px]'

/** Text that contains `Error`, or says that there is no network, gets the error style. Pointing at it or focusing it keeps it open. */
function Toast({ message, onDone }: ToastProps) {
  const holding = useShownFor(message, message?.action ? SHOWN_WITH_ACTION_MS : SHOWN_MS, onDone)
  const failed = /Error|^Sin conexión/.test(message?.text ?? '')
  const Icon = failed ? CircleAlert : Check
  const press = () => {
    onDone()
    message?.action?.run()
  }
  return (
    <div role={failed ? 'alert' : 'status'} {...holding} className={TOAST}>
      {message && (
        <div className={`${MESSAGE} ${message.action ? 'flex-wrap' : ''}`}>
          <Icon aria-hidden="true" size={16} className={failed ? 'text-danger' : 'text-success'} />
          <span className={`wrap-break-word ${message.action ? BESIDE_ACTION : 'min-w-0'}`}>
            {message.text}
          </span>
          {message.action && (
            <button type="button" onClick={press} className={ACTION}>
              {message.action.label}
            </button>
          )}
        </div>
      )}
    </div>
  )
}

/** All inner parts show their messages here, because two messages would overlap. */
export function Toasts({ children }: { readonly children: ReactNode }) {
  const [message, setMessage] = useState<Message | null>(null)
  const say = useCallback(
    (text: string, action?: MessageAction) => setMessage(text === '' ? null : { text, action }),
    [],
  )
  useEffect(() => message?.action?.onGone, [message])
  return (
    <SayContext value={say}>
      {children}
      <Toast message={message} onDone={() => setMessage(null)} />
    </SayContext>
  )
}

export interface MessageAction {
  readonly label: string
  readonly run: () => void
  readonly onGone?: () => void
}

export type Say = (text: string, action?: MessageAction) => void

export const SayContext = createContext<Say>(() => undefined)

/** Shows a short message for a moment, replacing the former one; an empty one only takes that away. The function stays the same. */
export const useSay = (): Say => useContext(SayContext)
