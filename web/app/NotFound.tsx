import { MY_DATA_LINK } from '@app/contracts/privacy/consents.ts'
import { Link } from 'react-router-dom'
import { ApartMark } from '../ui/brand.tsx'
import { ScreenTitle } from '../ui/ScreenFrame.tsx'

const BAR = 'origin-center transition-transform duration-(--dur-4) ease-out [transform-box:fill-box]'

/** The server's twin for profiles: features/public-page/render.tsx. */
export function NotFound() {
  return (
    <main className="group grid min-h-dvh place-content-center justify-items-center gap-3 px-5 text-center">
      <ApartMark
        className="mb-5 overflow-visible"
        bar={`${BAR} -translate-y-[3px] -rotate-6 group-hover:translate-y-0 group-hover:rotate-0`}
        stem={`${BAR} translate-x-[4px] translate-y-[3px] rotate-12 fill-(--signal-deep) group-hover:translate-0 group-hover:rotate-0`}
      />
      <ScreenTitle text="Esta página no existe" className="text-h1 text-balance" />
      <p className="text-ink-2">Puede que el enlace esté mal escrito o ya no esté disponible.</p>
      <Link
        to="/"
        className={
          'mt-3 inline-flex h-10 items-center rounded-md bg-primary px-4 font-semibold ' +
          'text-on-primary hover:bg-primary-hover pointer-coarse:h-11'
        }
      >
        Volver al inicio
      </Link>
      <a
        href={MY_DATA_LINK.path}
        className="min-h-11 content-center font-semibold text-accent hover:underline"
      >
        {MY_DATA_LINK.text}
      </a>
    </main>
  )
}
