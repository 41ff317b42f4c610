import type { OwnProfile } from '@app/contracts/profiles/calls.ts'
import { displayName } from '@app/contracts/fields/display-name.ts'
import { isolated } from '@app/contracts/fields/isolated.ts'
import { splitName } from '@app/contracts/fields/split-name.ts'
import { Eye, QrCode as QrIcon, Share2 } from 'lucide-react'
import { Fragment, useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { pageAddress } from '../../../app/public-url.ts'
import { EDITOR, FIRST_TAB } from '../../../app/shell/tab-ids.ts'
import { tabAddress } from '../../../app/shell/tabs.ts'
import { Mark } from '../../../ui/brand/Mark.tsx'
import { Ondas } from '../../../ui/brand/Ondas.tsx'
import { QrCode } from '../../../ui/QrCode.tsx'
import type { CardActions } from '../hand/use-card-in-hand.ts'
import { beginsAsBand, doneOf, firstStepsOf, UNDONE, type FirstSteps } from './first-steps.ts'
import './stage.css'
import { Steps } from './Steps.tsx'
import { TapChip } from './taps-in-view.tsx'
import { TAP_WORDS, worksText } from './tap-words.ts'
import { tabMemory } from '../../../ui/browser/device-memory.ts'
import { useFirstTaps, type FirstTaps } from './use-first-taps.ts'

/** Steps that are all done stay until they are closed or left. */
function useBand(profile: OwnProfile, steps: FirstSteps): readonly [isBand: boolean, close: () => void] {
  const [isBand, setBand] = useState(() => beginsAsBand(profile))
  const isDone = doneOf(steps) === 3
  useEffect(() => {
    if (isDone) tabMemory.forget(UNDONE)
    else tabMemory.remember(UNDONE, profile.id)
  }, [isDone, profile.id])
  return [isBand, () => setBand(true)]
}

interface StageProps {
  readonly profile: OwnProfile
  readonly hand: CardActions
}

/** The owner's card with what one does with it. Once its steps are done it is a band. */
export function Stage({ profile, hand }: StageProps) {
  const { search } = useLocation()
  // The moment goes on once the profile's visits are read again.
  const [isNew] = useState(profile.visits === 0)
  const taps = useFirstTaps(profile.id, isNew)
  const steps = firstStepsOf(profile, taps)
  const [isBand, close] = useBand(profile, steps)
  const stage = useRef<HTMLElement>(null)
  return (
    <div className="mb-5">
      <section
        ref={stage}
        tabIndex={-1}
        aria-label="Tu tarjeta"
        className={`stage relative isolate grid overflow-hidden text-on-signal ${isBand ? 'stage-band' : ''} ${taps.isSeen ? 'stage-tapped' : ''}`}
      >
        <div className="stage-say relative z-10">
          <Heading profile={profile} taps={taps} />
        </div>
        {isNew && <TapChip taps={taps} />}
        <Faces profile={profile} isTapped={taps.isSeen} />
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
            close()
            // The focus would go with the button.
            stage.current?.focus()
          }}
        />
      )}
    </div>
  )
}

function Heading({ profile, taps }: { readonly profile: OwnProfile; readonly taps: FirstTaps }) {
  const [title, lead] = wordsOf(profile, taps)
  return (
    <>
      <h2 className="font-bold wrap-anywhere">
        {title.map((sentence) => (
          <Fragment key={sentence}>
            <span className="block">{sentence}</span>{' '}
          </Fragment>
        ))}
      </h2>
      <p className="stage-lead text-[1.125rem] text-pretty">{lead}</p>
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

/** Both sides of the card, for the eye: what they say stands beside them. */
function Faces({ profile, isTapped }: { readonly profile: OwnProfile; readonly isTapped: boolean }) {
  return (
    <div aria-hidden="true" className="stage-hand relative z-1">
      <div className="stage-waves absolute inset-0">
        <div className="stage-dot">
          <Ondas rings={13} step={25} />
        </div>
      </div>
      {isTapped && <Rings />}
      <div className="stage-card stage-back absolute overflow-hidden text-white">
        <Mark word={false} size={22} />
        <QrCode text={pageAddress(profile.slug, 'qr')} label="" />
      </div>
      <div className="stage-card stage-dot stage-front overflow-hidden text-white">
        <Ondas rings={7} step={28} />
        <Mark size={20} />
        <p className="stage-names absolute leading-[1.25]">
          <b dir="auto" title={displayName(profile)} className="font-[650] tracking-[-0.02em] wrap-anywhere">
            {displayName(profile)}
          </b>
          <small dir="auto" className="block truncate">
            {profile.position}
          </small>
        </p>
        <small dir="auto" className="stage-company absolute truncate">
          {profile.company}
        </small>
      </div>
    </div>
  )
}

/** From the card's dot, once. */
const Rings = () => (
  <div className="stage-dot stage-rings">
    <i />
    <i />
    <i />
  </div>
)

const ACTION = 'flex items-center justify-center gap-[9px] rounded-[14px] px-[18px] text-center font-[650]'

function Actions({ profile, hand }: Pick<StageProps, 'profile' | 'hand'>) {
  return (
    <div className="stage-actions relative z-10 flex flex-wrap gap-2.5">
      <button
        type="button"
        className={`${ACTION} ${profile.phone === '' ? '' : 'stage-ink'}`}
        aria-haspopup="dialog"
        onClick={hand.showQr}
      >
        <Label icon={<QrIcon size={19} strokeWidth={1.9} />}>Mostrar QR</Label>
      </button>
      <button type="button" className={ACTION} onClick={hand.share}>
        <Label icon={<Share2 size={18} strokeWidth={1.9} />}>Compartir</Label>
      </button>
      <a href={`/pages/${profile.slug}`} target="_blank" rel="noreferrer" className={ACTION}>
        <Label icon={<Eye size={18} strokeWidth={1.9} />}>Ver como visitante</Label>
      </a>
    </div>
  )
}

const Label = ({ icon, children }: { readonly icon: ReactNode; readonly children: string }) => (
  <>
    <span aria-hidden="true">{icon}</span>
    {children}
  </>
)
