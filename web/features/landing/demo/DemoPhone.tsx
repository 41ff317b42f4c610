import { lazy, Suspense, useState } from 'react'
import { Ondas } from '../../../ui/brand/Ondas.tsx'
import { DemoFrame } from './DemoFrame.tsx'
import type { Demo } from './use-demo.ts'

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
    <div className="l-phone">
      <span aria-hidden="true" className="l-island" />
      <div inert className="l-screen" data-profile-theme="blue">
        {page ? <DemoFrame page={page} theme="blue" /> : <ProfileSilhouette />}
        <StatusBar />
        <span aria-hidden="true" className="l-home" />
      </div>
      {demo.status !== 'missing' && (
        <button
          type="button"
          aria-label="Ver el perfil demo en grande"
          aria-haspopup="dialog"
          className="l-phone-button"
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

/** As a phone draws it, over the cover. */
const StatusBar = () => (
  <div aria-hidden="true" className="l-status">
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

/** The outline of a profile: what is in the HTML of the build, and where there is no demo profile. */
const ProfileSilhouette = () => (
  <div aria-hidden="true" className="l-silhouette">
    <div className="l-silhouette-cover">
      <Ondas rings={8} step={27} />
    </div>
    <i className="l-silhouette-face" />
    <i className="l-silhouette-name" />
    <i className="l-silhouette-line" />
    <div>
      {['a', 'b', 'c', 'd'].map((tile) => (
        <i key={tile} />
      ))}
    </div>
  </div>
)
