import type { OwnProfile } from '@app/contracts/api/profile-calls.ts'
import { displayName } from '@app/contracts/fields/display-name.ts'
import { isolated } from '@app/contracts/fields/isolated.ts'
import { splitName } from '@app/contracts/fields/split-name.ts'
import { DEVICE_NAMES, SOURCE_NAMES } from '@app/contracts/traffic/traffic-names.ts'
import { Check, Eye, Nfc, QrCode as QrIcon, Share2 } from 'lucide-react'
import { Fragment, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { pageAddress } from '../../../app/public-url.ts'
import { EDITOR, FIRST_TAB } from '../../../app/shell/tab-ids.ts'
import { tabAddress } from '../../../app/shell/tabs.ts'
import { Mark } from '../../../ui/brand/Mark.tsx'
import { Ondas } from '../../../ui/brand/Ondas.tsx'
import { useNow } from '../../../ui/browser/use-now.ts'
import { QrCode } from '../hand/QrCode.tsx'
import type { CardActions } from '../hand/use-card-in-hand.ts'
import { areDone, firstStepsOf } from './first-steps.ts'
import { RollingFigure } from './RollingFigure.tsx'
import './stage.css'
import { Steps } from './Steps.tsx'
import { tapAge, useFirstTaps, type FirstTaps } from './use-first-taps.ts'

interface StageProps {
  readonly profile: OwnProfile
  readonly hand: CardActions
}

/** The owner's card with what one does with it. Once its steps are done it is a band. */
export function Stage({ profile, hand }: StageProps) {
  const { search } = useLocation()
  // Its moment goes on once the profile's visits are read again.
  const [isNew] = useState(profile.visits === 0)
  const taps = useFirstTaps(profile.id, isNew)
  const steps = firstStepsOf(profile, taps)
  const isBand = areDone(steps) && !taps.isSeen
  return (
    <div className="mb-5">
      <section
        aria-label="Tu tarjeta"
        className={`stage ${isBand ? 'stage-band' : ''} ${taps.isSeen ? 'stage-tapped' : ''}`}
      >
        <div className="stage-say">
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
          onShare={hand.share}
        />
      )}
    </div>
  )
}

function Heading({ profile, taps }: { readonly profile: OwnProfile; readonly taps: FirstTaps }) {
  const [title, lead] = wordsOf(profile, taps)
  return (
    <>
      <h2>
        {title.map((sentence) => (
          <Fragment key={sentence}>
            <span>{sentence}</span>{' '}
          </Fragment>
        ))}
      </h2>
      <p className="stage-lead">{lead}</p>
    </>
  )
}

function wordsOf(
  profile: OwnProfile,
  { own, counted }: FirstTaps,
): readonly [title: readonly string[], lead: string] {
  if (counted !== undefined)
    return [['Alguien tocó', 'tu tarjeta.'], 'Desde ahora, cada toque cuenta. Lo ves aquí y en Analíticas.']
  const greeting = [
    `Hola, ${isolated(splitName(profile.name).name || displayName(profile))}.`,
    'Esta es tu tarjeta.',
  ]
  if (own !== undefined) return [greeting, 'Funciona. Pídele a alguien que la toque.']
  return [greeting, 'Ya funciona. Muéstrale el QR a alguien y mira qué pasa aquí.']
}

/** One's own tap does not count, and says so. */
function TapChip({ taps: { own, counted, isSeen } }: { readonly taps: FirstTaps }) {
  const nowMs = useNow()
  const fact = counted ?? own
  return (
    <div role="status" className="stage-status">
      {fact && (
        <p className={`stage-chip ${counted ? '' : 'stage-chip-own'}`}>
          <span aria-hidden="true">
            {counted ? <Nfc size={19} strokeWidth={2.2} /> : <Check size={19} strokeWidth={2.4} />}
          </span>
          <span>
            <b>
              <span>{counted ? 'Primer toque: ' : 'Tu toque llegó '}</span>
              {/* It changes every second, which nobody wants to hear. */}
              <span aria-hidden="true">{tapAge(Date.parse(fact.at), nowMs)}</span>
              <span>{!counted && '.'}</span>
            </b>
            <small>
              {counted
                ? `${DEVICE_NAMES[fact.device]} · ${SOURCE_NAMES[fact.source]}`
                : 'Es tuyo, por eso no suma.'}
            </small>
          </span>
          <b aria-hidden="true" className="stage-chip-figure">
            <RollingFigure value={counted ? 1 : 0} isRolling={isSeen} />
          </b>
        </p>
      )}
    </div>
  )
}

/** Both sides of the card, for the eye: what they say stands beside them. */
function Faces({ profile, isTapped }: { readonly profile: OwnProfile; readonly isTapped: boolean }) {
  return (
    <div aria-hidden="true" className="stage-hand">
      <div className="stage-waves">
        <div className="stage-dot">
          <Ondas rings={13} step={25} />
        </div>
      </div>
      {isTapped && <Rings />}
      <div className="stage-card stage-back">
        <Mark word={false} size={22} />
        <QrCode text={pageAddress(profile.slug, 'qr')} label="" />
      </div>
      <div className="stage-card stage-dot stage-front">
        <Ondas rings={7} step={28} />
        <Mark size={20} />
        <p>
          <b dir="auto">{displayName(profile)}</b>
          <small dir="auto">{profile.position}</small>
        </p>
        <small dir="auto" className="stage-company">
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

function Actions({ profile, hand }: Pick<StageProps, 'profile' | 'hand'>) {
  return (
    <div className="stage-actions">
      <button type="button" className="stage-ink" aria-haspopup="dialog" onClick={hand.showQr}>
        <Label icon={<QrIcon size={19} strokeWidth={1.9} />}>Mostrar QR</Label>
      </button>
      <button type="button" onClick={hand.share}>
        <Label icon={<Share2 size={18} strokeWidth={1.9} />}>Compartir</Label>
      </button>
      <a href={`/pages/${profile.slug}`} target="_blank" rel="noreferrer">
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
