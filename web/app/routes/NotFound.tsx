import { Link } from 'react-router-dom'
import { ScreenTitle } from '../../ui/ScreenTitle.tsx'

export function NotFound() {
  return (
    <main className="group grid min-h-dvh place-content-center justify-items-center gap-3 px-5 text-center">
      {/* The logo's two bars join on hover. */}
      <svg aria-hidden="true" width="96" height="116" viewBox="0 -4 24 29" className="mb-5 overflow-visible">
        <rect
          x="2"
          y="2.5"
          width="20"
          height="7.2"
          rx="3.6"
          fill="currentColor"
          className="-translate-y-[3px] -rotate-6 transition-transform duration-(--dur-4) ease-out [transform-box:fill-box] origin-center group-hover:translate-y-0 group-hover:rotate-0"
        />
        <rect
          x="8.4"
          y="10.6"
          width="7.2"
          height="11"
          rx="3.6"
          fill="var(--signal-deep)"
          className="translate-x-[4px] translate-y-[3px] rotate-12 transition-transform duration-(--dur-4) ease-out [transform-box:fill-box] origin-center group-hover:translate-0 group-hover:rotate-0"
        />
      </svg>
      <ScreenTitle text="Esta página no existe" className="text-h1" />
      <p className="text-ink-2">Puede que el enlace esté mal escrito o ya no esté disponible.</p>
      <Link
        to="/"
        className="mt-3 inline-flex h-10 items-center rounded-md bg-primary px-4 font-semibold text-on-primary hover:bg-primary-hover pointer-coarse:h-11"
      >
        Volver al inicio
      </Link>
    </main>
  )
}
