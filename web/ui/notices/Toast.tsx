import { Check, CircleAlert } from 'lucide-react'
import { useShownFor } from './use-shown-for.ts'

const SHOWN_MS = 3_000

interface ToastProps {
  /** A new object is a new message, even with the same text. */
  readonly message: { readonly text: string } | null
  readonly onDone: () => void
}

/** Text that contains `Error` gets the error style. Pointing at it or focusing it keeps it open. */
export function Toast({ message, onDone }: ToastProps) {
  const holding = useShownFor(message, SHOWN_MS, onDone)
  const failed = message?.text.includes('Error') ?? false
  const Icon = failed ? CircleAlert : Check
  return (
    <div
      role={failed ? 'alert' : 'status'}
      {...holding}
      className="fixed top-4 right-4 z-[60] max-w-[min(480px,calc(100vw-32px))] min-[900px]:top-auto min-[900px]:bottom-6"
    >
      {message && (
        <p className="flex animate-[rise_var(--dur-3)_var(--ease-out)] items-center gap-2 rounded-md bg-surface px-4 py-3 text-small font-semibold shadow-modal ring-1 ring-line">
          <Icon
            aria-hidden="true"
            size={16}
            className={`flex-none ${failed ? 'text-danger' : 'text-success'}`}
          />
          <span className="min-w-0 wrap-anywhere">{message.text}</span>
        </p>
      )}
    </div>
  )
}
