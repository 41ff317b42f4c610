import type { User } from '@app/contracts/accounts.ts'
import { PRIVACY_LINK } from '@app/contracts/privacy/consents.ts'
import { RIGHTS_PERIODS } from '@app/contracts/limits/periods.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router-dom'
import { Working } from './features/accounts/AccountParts.tsx'
import { AdminScreen, loadPanel } from './features/admin/AdminScreen.tsx'
import { AnalyticsSkeleton } from './features/analytics/AnalyticsSkeleton.tsx'
import { AnalyticsFrame } from './features/analytics/AnalyticsTab.tsx'
import { RangeRow } from './features/analytics/PeriodLine.tsx'
import { AccountFrame } from './ui/ScreenFrame.tsx'
import { Button, TEXT_LINK } from './ui/Button.tsx'
import { LoadingNotice } from './app/CrashScreen.tsx'
import { MAIN, PHONE_HEAD } from './app/shell/Sidebar.tsx'
import { createStore } from './app/store.ts'

const ADMINISTRATOR = { id: '', name: '', email: '', is_admin: true } as User
await loadPanel('')

/** Parts of index.html by their names there. The server puts in the title, and says which frame a screen has. */
export const INDEX_PARTS: Readonly<Record<string, string>> = {
  PRODUCT_NAME: PRODUCT.name,
  TAGLINE: PRODUCT.tagline,
  SHELL: renderToStaticMarkup(
    <>
      <div className="not-in-data-[frame=account]:hidden">
        <AccountFrame title="__TITLE__">
          <Working text="Cargando…" />
        </AccountFrame>
      </div>
      <div className="in-data-[frame=account]:hidden in-data-[frame=figures]:hidden in-data-[frame=admin]:hidden">
        <LoadingNotice slow={false} />
      </div>
      <div className="not-in-data-[frame=figures]:not-in-data-[frame=admin]:hidden">
        <div className="min-h-dvh wide:flex">
          <div className={`${PHONE_HEAD} wide:hidden`} />
          <div className="w-(--sidebar) flex-none border-r border-line max-wide:hidden" />
          <main className={`${MAIN} in-data-[frame=admin]:hidden`}>
            <AnalyticsFrame profile={undefined}>
              <div className="mb-2 min-h-11 wide:mb-[18px]" />
              <div className="col-span-2 w-full min-w-0">
                <div inert>
                  <RangeRow
                    range="all-time"
                    onChoose={() => undefined}
                    period={<p className="min-h-8 max-wide:hidden" />}
                  />
                </div>
                <AnalyticsSkeleton />
              </div>
            </AnalyticsFrame>
          </main>
          <main inert className={`${MAIN} in-data-[frame=figures]:hidden`}>
            <Provider store={createStore(null)}>
              <MemoryRouter>
                <AdminScreen user={ADMINISTRATOR} />
              </MemoryRouter>
            </Provider>
          </main>
        </div>
      </div>
    </>,
  ),
  SLOW_SHELL: renderToStaticMarkup(<Button size="sm">Reintentar</Button>),
  WITHOUT_SCRIPTS: renderToStaticMarkup(
    <main className="mx-auto grid min-h-dvh max-w-[464px] content-center gap-4 p-8">
      <h1 className="text-h1">Activa JavaScript para usar {PRODUCT.name}</h1>
      <p>
        Si buscas tus datos, escribe desde tu correo a{' '}
        <a href={`mailto:${PRODUCT.supportEmail}`} className={TEXT_LINK}>
          {PRODUCT.supportEmail}
        </a>
        : respondemos en {RIGHTS_PERIODS.answerDays} días a lo más.
      </p>
      <a href={PRIVACY_LINK.path} className={TEXT_LINK}>
        {PRIVACY_LINK.text}
      </a>
    </main>,
  ),
}
