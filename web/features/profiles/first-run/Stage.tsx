import type { OwnProfile } from '@app/contracts/profile-calls.ts'
import { displayName, isolated, splitName } from '@app/contracts/fields/names.ts'
import { Eye, QrCode as QrIcon, Share2 } from 'lucide-react'
import { Fragment, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { EDITOR, FIRST_TAB, tabAddress } from '../../../app/shell/tabs.tsx'
import type { CardActions } from '../hand/use-card-in-hand.ts'
import { beginsAsBand, firstStepsOf } from './first-steps.ts'
import { Faces } from './Faces.tsx'
import { Steps } from './Steps.tsx'
import { TapChip } from './taps-in-view.tsx'
import { TAP_WORDS, worksText, useFirstTaps, type FirstTaps } from './use-first-taps.ts'
import '../own-card.css'

interface StageProps {
  readonly profile: OwnProfile
  readonly hand: CardActions
}

export function Stage({ profile, hand }: StageProps) {
  const { search } = useLocation()
  // The moment goes on once the profile's visits are read again.
  const [isNew] = useState(profile.visits === 0)
  const taps = useFirstTaps(profile.id, isNew)
  const steps = firstStepsOf(profile, taps)
  // Steps that are all done stay until they are closed or left.
  const [isBand, setBand] = useState(() => beginsAsBand(profile))
  const stage = useRef<HTMLElement>(null)
  return (
    <div className="own-card mb-5">
      <section
        ref={stage}
        tabIndex={-1}
        aria-label="Tu tarjeta"
        className={`${STAGE} ${isBand ? BAND : WHOLE}`}
        data-band={isBand || undefined}
      >
        <div className={`relative z-10 pt-6 max-wide:px-[22px] wide:[grid-area:2/1] ${EDGE}`}>
          <Heading {...{ profile, taps, isBand }} />
        </div>
        {isNew && <TapChip taps={taps} />}
        <Faces {...{ profile, isBand }} isTapped={taps.isSeen} />
        <Actions profile={profile} hand={hand} />
      </section>
      {!isBand && (
        <Steps
          {...{ profile, steps }}
          editAddress={tabAddress(search, EDITOR, profile.id)}
          figuresAddress={tabAddress(search, FIRST_TAB, profile.id)}
          hasArrived={taps.isSeen}
          works={worksText([taps.counted, taps.own])}
          onShare={hand.share}
          onClose={() => {
            setBand(true)
            // The focus would go with the button.
            stage.current?.focus()
          }}
        />
      )}
    </div>
  )
}

const STAGE =
  'stage relative isolate grid overflow-hidden rounded-xl bg-signal pb-3.5 text-on-signal [--focus:var(--on-signal)] ' +
  'max-wide:grid-cols-[minmax(0,1fr)] wide:grid-rows-[1fr_auto_auto_1fr] wide:pb-0 forced-colors:border'
const WHOLE =
  '[--kw:min(288px,100vw-2rem-70px)] wide:min-h-[480px] wide:grid-cols-[minmax(0,0.9fr)_minmax(0,1.1fr)] ' +
  'wide:[--kw:clamp(228px,33vw-100px,400px)]'
const BAND = '[--kw:170px] wide:min-h-[220px] wide:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]'
const EDGE = 'wide:pl-[clamp(24px,3vw,44px)]'
const TITLE =
  'text-[length:min(2.125rem,13vw)] leading-[0.98] tracking-[-0.048em] wide:max-w-[12ch] ' +
  'wide:text-[length:clamp(2.125rem,3.6vw,3.25rem)]'
// As tall also where it says less, or where the chip takes its place: nothing moves when a tap comes.
const LEAD =
  'stage-lead mt-2.5 min-h-[62px] text-[1.0625rem] leading-[1.42] text-pretty wide:mt-4 wide:min-h-[4.26em] ' +
  'wide:max-w-[29ch] wide:text-[1.125rem] min-[1180px]:min-h-[2.84em]'

interface HeadingProps {
  readonly profile: OwnProfile
  readonly taps: FirstTaps
  readonly isBand: boolean
}

function Heading({ profile, taps, isBand }: HeadingProps) {
  const [title, lead] = wordsOf(profile, taps)
  const hasChip = taps.own !== undefined || taps.counted !== undefined
  return (
    <>
      <h2 className={`font-bold wrap-anywhere ${isBand ? 'mb-4 text-[1.625rem] leading-[1.1]' : TITLE}`}>
        {title.map((sentence) => (
          <Fragment key={sentence}>
            <span className={isBand ? 'inline-block' : 'block'}>{sentence}</span>{' '}
          </Fragment>
        ))}
      </h2>
      {!isBand && <p className={`${LEAD} ${hasChip ? 'max-wide:hidden' : ''}`}>{lead}</p>}
    </>
  )
}

function wordsOf(
  profile: OwnProfile,
  { own, counted }: FirstTaps,
): readonly [title: readonly string[], lead: string] {
  if (counted !== undefined) {
    const { title, lead } = TAP_WORDS[counted.source]
    return [title, lead]
  }
  const greeting = [
    `Hola, ${isolated(splitName(profile.name).name || displayName(profile))}.`,
    'Esta es tu tarjeta.',
  ]
  if (own !== undefined) return [greeting, TAP_WORDS[own.source].ownLead]
  if (profile.phone === '') return [greeting, 'Ponle tu teléfono y muéstrala.']
  return [greeting, 'Ya funciona. Muéstrale el QR a alguien y mira qué pasa aquí.']
}

const ACTION =
  'flex min-h-12 flex-auto items-center justify-center gap-[9px] rounded-[14px] px-1.5 text-center font-[650] ' +
  'wide:min-h-[52px] wide:flex-none wide:px-[18px] forced-colors:border'
const LINE =
  `${ACTION} bg-signal shadow-[inset_0_0_0_1.5px_rgb(6_34_46/0.34)] ` +
  'hover:bg-[color-mix(in_srgb,var(--on-signal)_7%,var(--signal))]'
const INK = `${ACTION} bg-on-signal text-white max-[560px]:basis-full`

function Actions({ profile, hand }: Pick<StageProps, 'profile' | 'hand'>) {
  return (
    <div
      className={`stage-actions relative z-10 flex flex-wrap gap-2 max-wide:px-[18px] wide:mt-6 wide:[grid-area:3/1] wide:gap-2.5 wide:pb-6 ${EDGE}`}
    >
      <button
        type="button"
        className={profile.phone === '' ? LINE : INK}
        aria-haspopup="dialog"
        onClick={hand.showQr}
      >
        <QrIcon aria-hidden="true" size={19} strokeWidth={1.9} />
        Mostrar QR
      </button>
      <button type="button" className={LINE} onClick={hand.share}>
        <Share2 aria-hidden="true" size={18} strokeWidth={1.9} />
        Compartir
      </button>
      <a href={`/pages/${profile.slug}`} target="_blank" rel="noreferrer" className={LINE}>
        <Eye aria-hidden="true" size={18} strokeWidth={1.9} />
        Ver como visitante
      </a>
    </div>
  )
}
