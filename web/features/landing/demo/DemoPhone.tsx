import { lazy, Suspense, useState, type CSSProperties } from 'react'
import { Ondas } from '../../../ui/brand/Ondas.tsx'
import { DemoFrame } from './DemoFrame.tsx'
import type { DemoPage } from './demo-page.ts'
import type { Demo } from './use-demo.ts'

const DemoDialog = lazy(async () => ({ default: (await import('./DemoDialog.tsx')).DemoDialog }))

/** What the cover begins with goes on behind the island. */
function topOf({ theme, backdrop }: DemoPage): CSSProperties | undefined {
  if (backdrop !== '') return { background: 'var(--night)' }
  return theme.theme_color === 'custom' ? { background: theme.button_color } : undefined
}

/** The real page of the demo profile, smaller. A press opens it in its full size. */
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
      <div
        inert
        className="l-screen"
        data-profile-theme={page && page.backdrop === '' ? page.theme.theme_color : 'blue'}
        style={page && topOf(page)}
      >
        {page ? <DemoFrame page={page} /> : <ProfileSilhouette />}
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
