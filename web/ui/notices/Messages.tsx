import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { SayContext, type MessageAction } from './say.ts'
import { Check, CircleAlert } from 'lucide-react'
import { useShownFor } from './use-shown-for.ts'

const SHOWN_MS = 3_000
/** Time to read it, and to decide. */
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

/** Text that contains `Error`, or says that there is no network, gets the error style. Pointing at it or focusing it keeps it open. */
export function Toast({ message, onDone }: ToastProps) {
  const holding = useShownFor(message, message?.action ? SHOWN_WITH_ACTION_MS : SHOWN_MS, onDone)
  const failed = /Error|^Sin conexión/.test(message?.text ?? '')
  const Icon = failed ? CircleAlert : Check
  return (
    <div
      role={failed ? 'alert' : 'status'}
      {...holding}
      className="toast fixed top-[calc(var(--head,64px)+8px)] right-4 z-60 max-w-[min(480px,100vw-32px)] min-[900px]:top-auto min-[900px]:bottom-6"
    >
      {message && (
        <div
          className={`flex animate-[rise_var(--dur-3)_var(--ease-out)] items-center gap-2 rounded-md bg-surface px-4 py-3 text-small font-semibold shadow-modal ring-1 ring-line ${message.action ? 'flex-wrap' : ''}`}
        >
          <Icon aria-hidden="true" size={16} className={failed ? 'text-danger' : 'text-success'} />
          <span
            className={`wrap-break-word ${message.action ? 'min-w-[min(8rem,60vw)] flex-[1_1_0] pr-1' : 'min-w-0'}`}
          >
            {message.text}
          </span>
          {message.action && <ActionButton action={message.action} onDone={onDone} />}
        </div>
      )}
    </div>
  )
}

const ActionButton = ({
  action,
  onDone,
}: {
  readonly action: MessageAction
  readonly onDone: () => void
}) => (
  <button
    type="button"
    onClick={() => {
      onDone()
      action.run()
    }}
    className="relative -my-1 ml-auto h-8 flex-none rounded-sm px-2 font-semibold text-accent hover:bg-accent-soft pointer-coarse:after:absolute pointer-coarse:after:-inset-1.5"
  >
    {action.label}
  </button>
)

/** All inner parts show their messages here, because two messages would overlap. */
export function Messages({ children }: { readonly children: ReactNode }) {
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
