import type { OwnProfile } from '@app/contracts/profile-calls.ts'
import { displayName } from '@app/contracts/fields/names.ts'
import { Mark, Ondas } from '../../../ui/brand.tsx'
import { QrCode } from '../../../ui/QrCode.tsx'
import { pageAddress } from '../../../app/public-url.ts'

const CARD =
  'absolute aspect-[1.586] w-(--kw) animate-[rise_var(--dur-4)_var(--ease-out)_backwards] overflow-hidden ' +
  'rounded-[calc(var(--kw)*0.05)] bg-linear-[135deg,#0c2a36,#06161d_62%] text-white [--signal-deep:var(--signal)] ' +
  'shadow-[0_34px_60px_-20px_rgb(6_22_29/0.62),inset_0_0_0_1px_rgb(255_255_255/0.09)] forced-colors:border ' +
  '[&>span]:absolute [&>span]:top-[9%] [&>span]:left-[6%] [&>span]:text-[length:max(15px,calc(var(--kw)*0.052))]'
const FRONT =
  'absolute top-[18px] left-[calc(50%-var(--kw)*0.55)] aspect-[1.586] w-(--kw) -rotate-6 ' +
  'wide:top-[calc(50%-var(--kw)*0.12)] wide:left-[calc(50%-var(--kw)*0.8)] wide:-rotate-8'
// On phones the code alone lies over the card.
const BACK =
  'stage-back max-wide:z-1 max-wide:top-[100px] max-wide:left-[calc(50%+var(--kw)*0.125)] max-wide:size-[calc(var(--kw)*0.43)] ' +
  'max-wide:rotate-6 max-wide:rounded-[18px] max-wide:bg-white max-wide:bg-none wide:top-[calc(50%-var(--kw)*0.55)] ' +
  'wide:left-[calc(50%-var(--kw)*0.29)] wide:rotate-5 max-wide:[&>span]:hidden [&>svg]:absolute [&>svg]:top-1/2 ' +
  '[&>svg]:right-1 [&>svg]:w-[calc(100%-8px)] [&>svg]:-translate-y-1/2 wide:[&>svg]:right-[5.5%] ' +
  'wide:[&>svg]:w-[calc(var(--kw)*0.5)] wide:[&>svg]:rounded-[calc(var(--kw)*0.028)]'
const DOT = 'absolute top-[30%] left-[77%] max-w-none -translate-1/2'
const SMALL = 'text-[length:max(12px,calc(var(--kw)*0.038))] text-white/76'
// Around the card, and gone before they come to the words.
const WAVES =
  'stage-waves absolute inset-0 overflow-hidden mask-t-from-[calc(100%-60px)] opacity-50 max-wide:-bottom-[150px] ' +
  'wide:mask-t-from-100% wide:mask-l-from-60%'

interface FacesProps {
  readonly profile: OwnProfile
  readonly isBand: boolean
  readonly isTapped: boolean
}

/** Both sides of the card, for the eye: what they say stands beside them. */
export function Faces({ profile, isBand, isTapped }: FacesProps) {
  return (
    <div
      aria-hidden="true"
      className={`relative z-1 h-[240px] wide:[grid-area:1/2/-1/3] wide:h-auto ${isBand ? 'max-wide:hidden' : ''}`}
    >
      <div className={WAVES}>
        <div className={FRONT}>
          <Ondas className={`${DOT} w-[250%] [&>:last-child]:hidden`} rings={13} step={25} />
        </div>
      </div>
      {isTapped && <Rings />}
      <div className={`${CARD} ${BACK}`}>
        <Mark word={false} size={22} />
        <QrCode text={pageAddress(profile.slug, 'qr')} label="" />
      </div>
      <div className={`${CARD} ${FRONT} stage-front`}>
        <Ondas className={`${DOT} w-full text-signal`} rings={7} step={28} />
        <Mark size={20} />
        <p className="absolute right-[38%] bottom-[8.5%] left-[6%] leading-[1.25] wide:right-[6%]">
          <b
            dir="auto"
            title={displayName(profile)}
            className="line-clamp-2 text-[length:max(13px,calc(var(--kw)*0.056))] font-[650] tracking-[-0.02em] wrap-anywhere"
          >
            {displayName(profile)}
          </b>
          <small dir="auto" className={`${SMALL} block truncate wide:max-w-[60%]`}>
            {profile.position}
          </small>
        </p>
        {!isBand && (
          <small
            dir="auto"
            className={`${SMALL} absolute right-[6%] bottom-[8.5%] max-w-[34%] truncate max-wide:hidden`}
          >
            {profile.company}
          </small>
        )}
      </div>
    </div>
  )
}

const RING = `${DOT} size-[calc(var(--kw)*2.1)] animate-[ring_900ms_var(--ease-out)] rounded-full border-[6px] opacity-0`

const Rings = () => (
  <div className={FRONT} data-rings>
    <i className={RING} />
    <i className={`${RING} [animation-delay:120ms]`} />
    <i className={`${RING} [animation-delay:240ms]`} />
  </div>
)
