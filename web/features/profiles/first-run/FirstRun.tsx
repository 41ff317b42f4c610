import type { OwnProfile } from '@app/contracts/api/profile-calls.ts'
import { Check, X } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { recall, remember } from '../../../ui/browser/device-memory.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useTappedQuery } from '../profiles-api.ts'
import { firstStepsOf } from './first-steps.ts'

/** The test tap happens on another device, so this one polls. */
const LOOK_EVERY_MS = 10_000

interface FirstRunProps {
  readonly accountId: string
  readonly profile: OwnProfile
  readonly editAddress: string
}

/** Three steps of a new owner, which tick themselves. Gone once all are done, or when it is dismissed. */
export function FirstRun({ accountId, profile, editAddress }: FirstRunProps) {
  const key = `app.first-run.${accountId}`
  const [isDismissed, setDismissed] = useState(() => recall(key) === 'dismissed')
  const { hasPhoto, hasLinks } = firstStepsOf(profile)
  const [isTapKnown, setTapKnown] = useState(profile.visits > 0)
  const { data: isTapped } = useTappedQuery(profile.id, {
    skip: isDismissed || isTapKnown,
    pollingInterval: LOOK_EVERY_MS,
    skipPollingIfUnfocused: true,
  })
  if (isTapped && !isTapKnown) setTapKnown(true)
  const isDone = hasPhoto && hasLinks
  // Open steps are not known yet.
  const isUnsure = isDone && !isTapKnown && isTapped === undefined
  if (isDismissed || isUnsure || (isDone && isTapKnown)) return null
  const dismiss = () => {
    remember(key, 'dismissed')
    setDismissed(true)
  }
  return (
    <StepsCard onDismiss={dismiss}>
      <Step isDone={hasPhoto} text="Sube tu foto" to={editAddress} />
      <Step isDone={hasLinks} text="Agrega tus redes y enlaces" to={editAddress} />
      <Step
        isDone={isTapKnown}
        text="Haz un toque de prueba"
        help="Acerca tu tarjeta a un teléfono, o abre tu perfil."
        page={`/pages/${profile.slug}`}
      />
    </StepsCard>
  )
}

function StepsCard({
  onDismiss,
  children,
}: {
  readonly onDismiss: () => void
  readonly children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="card mb-5 px-[18px] py-4">
      <header className="mb-2 flex items-start justify-between gap-3">
        <h2 id={id} className="pt-1.5 text-h2">
          Deja tu tarjeta lista
        </h2>
        <IconButton label="Ocultar estos pasos" className="text-ink-3" onClick={onDismiss}>
          <X aria-hidden="true" size={17} strokeWidth={1.9} />
        </IconButton>
      </header>
      <ol className="grid gap-x-6 gap-y-1 min-[900px]:grid-cols-3">{children}</ol>
    </section>
  )
}

interface StepProps {
  readonly isDone: boolean
  readonly text: string
  readonly help?: string
  /** Address of the step: a tab of the dashboard, or the public page. */
  readonly to?: string
  readonly page?: string
}

const STEP_LINK =
  'inline-flex min-h-6 items-center font-[650] underline-offset-2 hover:underline pointer-coarse:min-h-11'

function Step({ isDone, text, help, to, page }: StepProps) {
  return (
    <li className="flex items-start gap-2.5 py-1.5 text-nav">
      <span
        aria-hidden="true"
        className={`mt-0.5 grid size-5 flex-none place-items-center rounded-full ${isDone ? 'bg-success-soft text-success' : 'ring-[1.5px] ring-line-strong ring-inset pointer-coarse:mt-3'}`}
      >
        {isDone && <Check size={13} strokeWidth={2.6} />}
      </span>
      <span className="grid min-w-0 justify-items-start">
        {isDone ? (
          <span className="text-ink-2">
            {text}
            <span className="sr-only"> (listo)</span>
          </span>
        ) : (
          <>
            {to !== undefined && (
              <Link to={to} className={STEP_LINK}>
                {text}
              </Link>
            )}
            {page !== undefined && (
              <a href={page} target="_blank" rel="noreferrer" className={STEP_LINK}>
                {text}
              </a>
            )}
            {help && <span className="text-small text-ink-2">{help}</span>}
          </>
        )}
      </span>
    </li>
  )
}
