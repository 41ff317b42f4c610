import { lazy, Suspense, useState } from 'react'
import { Ondas } from '../../../ui/brand/Ondas.tsx'
import { DemoFrame } from './DemoFrame.tsx'
import type { Demo } from './use-demo.ts'

const PHONE =
  'phone-sides absolute top-2 left-1/2 -ml-[116px] h-[776px] w-[362px] rounded-[62px] bg-night p-2.5 ' +
  'shadow-phone forced-colors:border max-desk:top-[30px] max-desk:-ml-[130px] max-[481px]:-ml-[164px]'
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
  const onOpen = () => {
    if (demo.status === 'failed') demo.reload()
    setOpen(true)
  }
  return (
    <div className={PHONE}>
      <span aria-hidden="true" className={ISLAND} />
      <div inert className={SCREEN} data-profile-theme="blue">
        {page ? <DemoFrame page={page} theme="blue" className="in-phone" /> : <ProfileSilhouette />}
        <StatusBar />
        <span aria-hidden="true" className={HOME} />
      </div>
      {demo.status !== 'missing' && (
        <button
          type="button"
          aria-label="Ver el perfil demo en grande"
          aria-haspopup="dialog"
          className="absolute inset-0 rounded-[62px]"
          onClick={onOpen}
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

/** As a phone draws it, over the cover. */
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

/** The outline of a profile: what is in the HTML of the build, and where there is no demo profile. */
const ProfileSilhouette = () => (
  <div aria-hidden="true" className="in-phone bg-white">
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
