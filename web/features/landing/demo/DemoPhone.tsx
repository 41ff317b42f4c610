import { lazy, Suspense, useState, type SyntheticEvent } from 'react'
import { Ondas } from '../../../ui/brand.tsx'
import type { Demo, DemoPage } from './use-demo.ts'
import { DEFAULT_THEME } from '@app/contracts/profiles.ts'
import type { PresetId } from '@app/contracts/fields/profile-fields.ts'
import { ProfileFrame } from '../../public-page/view/ProfileFrame.tsx'

const PHONE =
  'absolute top-2 left-1/2 -ml-[116px] h-[776px] w-[362px] rounded-[62px] bg-night p-2.5 ' +
  'shadow-phone forced-colors:border max-desk:top-[30px] max-desk:-ml-[130px] max-[481px]:-ml-[164px]'
const SIDES =
  'before:absolute before:top-[170px] before:-left-1 before:h-[58px] before:w-1 before:rounded-l-[2px] ' +
  'before:bg-[#0c2a36] before:shadow-[0_72px_0_#0c2a36,0_-62px_0_#0c2a36] after:absolute after:top-[206px] ' +
  'after:-right-1 after:h-[92px] after:w-1 after:rounded-r-[2px] after:bg-[#0c2a36]'
// A phone of 402 px, drawn smaller, between its status bar and its home indicator.
const IN_PHONE = 'mt-[34px] h-[835px] w-[402.4px] origin-top-left scale-85'
const ISLAND = 'absolute top-[21px] left-1/2 z-2 h-[29px] w-[102px] -translate-x-1/2 rounded-[20px] bg-black'
// The cover goes on behind the status bar, the page below the button.
const SCREEN =
  'relative h-[756px] w-[342px] overflow-hidden rounded-[52px] text-(--p-text) ' +
  'bg-[linear-gradient(var(--p-cover,var(--p-button))_50%,var(--p-bg)_50%)]'
const HOME = 'absolute bottom-[17px] left-1/2 z-2 h-[5px] w-[124px] -translate-x-1/2 rounded-full bg-current'

const DemoDialog = lazy(async () => ({ default: (await import('./DemoDialog.tsx')).DemoDialog }))

/** The real page of the demo profile, smaller, in the celeste of its silhouette. A press opens it in its full size. */
export function DemoPhone({ demo }: { readonly demo: Demo }) {
  const { page } = demo
  const [open, setOpen] = useState<boolean>()
  return (
    <div className={`${PHONE} ${SIDES}`}>
      <span aria-hidden="true" className={ISLAND} />
      <div inert className={SCREEN} data-profile-theme="blue">
        {page ? <DemoFrame page={page} theme="blue" className={IN_PHONE} /> : <ProfileSilhouette />}
        <StatusBar />
        <span aria-hidden="true" className={HOME} />
      </div>
      {demo.status !== 'missing' && (
        <button
          type="button"
          aria-label="Ver el perfil demo en grande"
          aria-haspopup="dialog"
          className="absolute inset-0 rounded-[62px]"
          onClick={() => setOpen(true)}
        />
      )}
      {open !== undefined && (
        <Suspense fallback={null}>
          <DemoDialog demo={demo} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </div>
  )
}

const STATUS =
  'absolute top-[11px] z-2 flex h-[26px] w-[342px] items-center justify-between pr-[26px] pl-[30px] ' +
  'text-[0.9375rem] font-[650] tracking-[-0.02em] text-(--p-cover-ink,var(--p-on-button))'

const StatusBar = () => (
  <div aria-hidden="true" className={STATUS}>
    <span>9:41</span>
    <svg width="48" height="13" viewBox="0 0 48 13" fill="currentColor">
      <path d="M0 8.5h3v4H0zm4.800-2.500h3v6.500h-3zm4.800-2.500h3v9h-3zm4.800-2.500h3v11.500h-3z" />
      <rect
        x="22.6"
        y=".6"
        width="22"
        height="11.8"
        rx="3.6"
        fill="none"
        stroke="currentColor"
        opacity=".5"
      />
      <rect x="24.3" y="2.3" width="18.6" height="8.4" rx="2.1" />
      <path d="M46 4.500h1.500v4H46z" opacity=".5" />
    </svg>
  </div>
)

const COVER_RINGS = 'absolute top-[150px] left-[318px] w-[440px] max-w-none -translate-1/2'
const FACE = 'relative -mt-14 ml-5 size-28 rounded-full border-4 border-white bg-surface-3'

const ProfileSilhouette = () => (
  <div aria-hidden="true" data-silhouette="" className={`${IN_PHONE} bg-white`}>
    <div className="relative h-[172px] overflow-hidden bg-signal text-on-signal">
      <Ondas className={COVER_RINGS} rings={8} step={27} />
    </div>
    <div className={FACE} />
    <div className="mt-3.5 ml-5 h-[30px] w-[250px] rounded-sm bg-surface-3" />
    <div className="mt-2.5 ml-5 h-4 w-[190px] rounded-xs bg-surface-3" />
    <div className="grid grid-cols-2 gap-2.5 px-5 pt-[110px]">
      {['a', 'b', 'c', 'd'].map((tile) => (
        <div key={tile} className="h-[92px] rounded-[18px] bg-surface-3" />
      ))}
    </div>
  </div>
)

interface DemoFrameProps {
  readonly page: DemoPage
  readonly theme: PresetId
  readonly className: string
}

/** An image that fails is replaced by the icon below it, as on the page. */
function leaveOut({ target }: SyntheticEvent) {
  if (target instanceof HTMLImageElement) target.remove()
}

/** A picture: delivering the contact file would be an event. Without the background, which would cover the theme's colours. */
export const DemoFrame = ({ page, theme, className }: DemoFrameProps) => (
  <ProfileFrame
    theme={{ ...DEFAULT_THEME, theme_color: theme }}
    photo={false}
    label={`Perfil de ${page.name}`}
    className={className}
  >
    {/* Our own server's HTML, which it made of escaped values; innerHTML runs no scripts. */}
    <div inert onErrorCapture={leaveOut} dangerouslySetInnerHTML={{ __html: page.markup }} />
  </ProfileFrame>
)
