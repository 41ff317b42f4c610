import type { OwnProfile } from '@app/contracts/profile-calls.ts'
import { ArrowRight, Check, X } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { IconButton, TEXT_LINK } from '../../../ui/Button.tsx'
import { ProfilePhoto } from '../../../ui/people.tsx'
import { ContactForm } from './ContactForm.tsx'
import { doneOf, type FirstSteps } from './first-steps.ts'
import { CardOnPhone, Figure } from './taps-in-view.tsx'

interface StepsProps {
  readonly profile: OwnProfile
  readonly steps: FirstSteps
  readonly editAddress: string
  readonly figuresAddress: string
  readonly hasArrived: boolean
  readonly works: string
  readonly onShare: () => void
  readonly onClose: () => void
}

export function Steps(props: StepsProps) {
  const { profile, steps, editAddress, figuresAddress, hasArrived, works, onShare, onClose } = props
  const id = useId()
  const { isFilled, isTried, isTapped } = steps
  const current = [isFilled, isTried, isTapped].indexOf(false) + 1
  return (
    <section aria-labelledby={id} className="mt-4 wide:mt-6">
      <Head id={id} done={doneOf(steps)} onClose={onClose} />
      <ol className="@container grid gap-3.5 min-[1180px]:grid-cols-3">
        <Step
          number={1}
          current={current}
          isDone={isFilled}
          title="Pon tu foto y tu teléfono"
          picture={<ProfilePhoto image={profile.profile_image} size="card" />}
        >
          {isFilled ? <span>Así te ven y así te llaman.</span> : <ToFill {...{ profile, editAddress }} />}
        </Step>
        <Step
          number={2}
          current={current}
          isDone={isTried}
          title="Acerca la tarjeta a un teléfono"
          picture={<CardOnPhone />}
        >
          <span>{isTried ? works : 'Apóyala detrás, arriba. Si no responde, que lean el QR.'}</span>
        </Step>
        <Step
          number={3}
          current={current}
          isDone={isTapped}
          title="Mira llegar la primera visita"
          isHit={hasArrived}
          picture={<Figure taps={isTapped ? Math.max(1, profile.visits) : 0} />}
        >
          {isTapped ? (
            <Arrived figuresAddress={figuresAddress} />
          ) : (
            <Waiting isTried={isTried} onShare={onShare} />
          )}
        </Step>
      </ol>
    </section>
  )
}

interface HeadProps extends Pick<StepsProps, 'onClose'> {
  readonly id: string
  readonly done: number
}

const Head = ({ id, done, onClose }: HeadProps) => (
  <header className="mb-3 flex items-baseline gap-3">
    <h2 id={id} className="text-h2">
      Estrénala en tres pasos
    </h2>
    <span className="flex-none text-small font-semibold text-ink-3">{`${done} de 3`}</span>
    {done === 3 && (
      <IconButton label="Cerrar los pasos" className="-my-2 ml-auto self-center" onClick={onClose}>
        <X aria-hidden="true" size={18} strokeWidth={1.9} />
      </IconButton>
    )}
  </header>
)

/** The phone comes first: without one nobody can call. */
const ToFill = ({ profile, editAddress }: Pick<StepsProps, 'profile' | 'editAddress'>) =>
  profile.phone === '' ? (
    <ContactForm profile={profile} />
  ) : (
    <>
      <span>Ya pueden llamarte. Falta tu foto, para que te reconozcan.</span>
      <Link to={`${editAddress}#profile-image`} className={`${TEXT_LINK} block`}>
        Editar perfil
      </Link>
    </>
  )

const Arrived = ({ figuresAddress }: Pick<StepsProps, 'figuresAddress'>) => (
  <>
    <span>Llegó. Las próximas las ves aquí y en Analíticas.</span>
    <Link to={figuresAddress} className={`${TEXT_LINK} mt-1.5 flex w-fit items-center gap-1.5`}>
      Ver qué hizo
      <ArrowRight aria-hidden="true" size={15} strokeWidth={2.2} />
    </Link>
  </>
)

/** After one's own tap somebody else is needed. */
const Waiting = ({ isTried, onShare }: { readonly isTried: boolean; readonly onShare: () => void }) => (
  <>
    <span>
      {isTried
        ? 'Pídele a alguien que la toque, o mándale el enlace.'
        : 'Aparece aquí al segundo, sin recargar.'}
    </span>
    {isTried ? (
      <button type="button" className={`${TEXT_LINK} mt-1.5 block`} onClick={onShare}>
        Compartir
      </button>
    ) : (
      <span className="mt-1.5 flex items-center gap-2 font-semibold">
        <span aria-hidden="true" className="size-2 rounded-full bg-(--live)" />
        Esperando
      </span>
    )}
  </>
)

interface StepProps {
  readonly number: number
  readonly current: number
  readonly isDone: boolean
  readonly title: string
  readonly isHit?: boolean
  readonly picture?: ReactNode
  readonly children: ReactNode
}

// As tall as the longest that each says: nothing moves when a step is ticked.
const STEP =
  'step card grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 p-4 @max-[15rem]:px-[16px] min-[1180px]:min-h-[7.625rem]'
const HIT =
  'step-hit bg-signal text-on-signal shadow-[0_0_0_5px_color-mix(in_oklab,var(--signal-deep)_40%,transparent)] ' +
  '[--focus:var(--on-signal)] **:text-inherit **:[a]:underline'

function Step({ number, current, isDone, isHit = false, title, picture, children }: StepProps) {
  // On the hit step's light blue in the dark too.
  const ground = isHit ? 'bg-white/50' : 'bg-surface-3'
  const mark = isDone && !isHit ? 'bg-success-soft text-success' : `${ground} text-ink-2`
  return (
    <li
      tabIndex={-1}
      aria-current={current === number ? 'step' : undefined}
      className={`${STEP} ${current === number ? 'shadow-[0_0_0_2px_var(--accent)]' : ''} ${isHit ? HIT : ''}`}
    >
      <span
        aria-hidden="true"
        className={`grid size-7 place-items-center rounded-full text-small font-bold @max-[15rem]:size-[28px] ${current === number ? 'bg-accent text-surface' : mark}`}
      >
        {isDone ? <Check size={16} strokeWidth={2.6} /> : number}
      </span>
      <div className="min-w-0 text-small text-ink-2">
        <h3 className="mb-1 pt-1 text-[1rem] leading-[1.2] text-ink">{title}</h3>
        <span>{isDone && 'Listo. '}</span>
        {children}
      </div>
      {picture && (
        // Beside large text there is room for the words alone. The photo's ring is for covers.
        <div
          className={`grid min-h-[84px] min-w-[84px] place-items-center self-stretch rounded-[14px] ${ground} *:[span]:bg-surface *:[span]:ring-0 @max-[15rem]:hidden`}
        >
          {picture}
        </div>
      )}
    </li>
  )
}
