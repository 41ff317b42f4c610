import * as Popover from 'radix-ui/popover'
import type { UnifiedAnalytics } from '@app/contracts/analytics.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import { isolated } from '@app/contracts/fields/names.ts'
import { ChartSpline, Download, Table2, CircleHelp, X } from 'lucide-react'
import { saveFile } from '../../ui/browser/copy-and-save.ts'
import { IconButton } from '../../ui/Button.tsx'
import { useSay } from '../../ui/notices/Messages.tsx'
import { useTheme } from '../../ui/browser/use-browser.ts'
import { AnalyticsHelp } from './AnalyticsHelp.tsx'
import { spanText } from './series/days.ts'
import type { ReactNode } from 'react'

const HELP = '¿Cómo se calcula?'

interface ChartToolsProps {
  readonly data: UnifiedAnalytics
  readonly asTable: boolean
  readonly onTable: (asTable: boolean) => void
}

/** One of each for the whole screen. */
export function ChartTools({ data, asTable, onTable }: ChartToolsProps) {
  const say = useSay()
  const theme = useTheme()
  const Icon = asTable ? ChartSpline : Table2
  const download = async () => {
    try {
      const { chartsPng } = await import('./charts-picture.ts')
      const caption = `${spanText(data.from, data.to)} · ${isolated(data.profile_name)}`
      const png = await chartsPng({ theme, caption })
      if (png === undefined) return say('No hay gráficos en pantalla.')
      saveFile(png, `Analiticas_${dayInSantiago(Date.now())}.png`)
      say('Imagen descargada')
    } catch (error) {
      console.error('picture not downloaded', error)
      say('Error al preparar la imagen')
    }
  }
  return (
    <>
      <IconButton
        label={asTable ? 'Ver como gráfico' : 'Ver como tabla'}
        className="text-ink-3"
        onClick={() => onTable(!asTable)}
      >
        <Icon aria-hidden="true" size={16} strokeWidth={1.9} />
      </IconButton>
      <IconButton label="Descargar imagen" className="text-ink-3" onClick={() => void download()}>
        <Download aria-hidden="true" size={15} strokeWidth={1.9} />
      </IconButton>
      <InfoPopover label={HELP} title={HELP}>
        <AnalyticsHelp data={data} />
      </InfoPopover>
    </>
  )
}

const INFO =
  'info z-40 grid max-h-[min(70dvh,520px,var(--radix-popover-content-available-height))] w-max max-w-[420px] ' +
  'animate-[rise_var(--dur-3)_var(--ease-out)] gap-1.5 overflow-y-auto overscroll-contain rounded-md bg-surface ' +
  'p-3.5 text-small text-ink-2 shadow-pop ring-1 ring-line as-sheet:max-h-[85dvh] as-sheet:w-auto ' +
  'as-sheet:max-w-none as-sheet:animate-[slide-up_var(--dur-3)_var(--ease-out)] as-sheet:rounded-[28px_28px_0_0] ' +
  'as-sheet:px-[20px] as-sheet:pt-[12px] as-sheet:pb-[max(20px,env(safe-area-inset-bottom))] ' +
  'as-sheet:shadow-[0_0_0_100vmax_var(--scrim)]'

interface InfoPopoverProps {
  readonly label: string
  readonly title: string
  readonly children: ReactNode
}

/** On phones, also sideways, a sheet at the bottom (`as-sheet` of app.css), which no finger drags: it has no handle. */
function InfoPopover({ label, title, children }: InfoPopoverProps) {
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <IconButton label={label} className="text-ink-3">
          <CircleHelp aria-hidden="true" size={15} strokeWidth={1.9} />
        </IconButton>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={title}
          align="end"
          // What is longer than the screen is scrolled with the keyboard too.
          tabIndex={0}
          sideOffset={4}
          collisionPadding={12}
          className={INFO}
        >
          <div className="flex items-center justify-between">
            <p className="font-semibold text-ink as-sheet:text-h2">{title}</p>
            <Popover.Close asChild>
              <IconButton label="Cerrar" className="not-as-sheet:hidden">
                <X aria-hidden="true" size={18} strokeWidth={1.9} />
              </IconButton>
            </Popover.Close>
          </div>
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
