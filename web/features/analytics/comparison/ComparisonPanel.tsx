import type { EditMarker, TrafficPoint } from '@app/contracts/api/analytics-calls.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import type { TimeUnit } from '@app/contracts/traffic/ranges.ts'
import { unfinishedName } from '@app/contracts/traffic/unfinished.ts'
import { DEFINITIONS } from '@app/contracts/traffic/definitions.ts'
import { ChartSpline, Download, Flag, Table2 } from 'lucide-react'
import { lazy, memo, Suspense, useMemo, useState } from 'react'
import { CrashBoundary } from '../../../ui/notices/CrashBoundary.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { useTheme } from '../../../ui/theme.ts'
import { saveFile } from '../../../ui/browser/save-file.ts'
import { useSay } from '../../../ui/notices/say.ts'
import { firstDaysOf } from '../series/first-days.ts'
import { chartPalette } from '../series/chart-palette.ts'
import { SeriesLegend } from '../series/SeriesLegend.tsx'
import { TRAFFIC_SERIES, type Series, type SeriesKey } from '../series/traffic-series.ts'
import { InfoPopover } from '../../../ui/overlays/InfoPopover.tsx'
import { HelpNote } from '../HelpNote.tsx'
import type { TrafficDrawing } from '../series/chart-option.ts'
import type { Painting } from '../series/traffic-picture.ts'

const TrafficTable = lazy(async () => ({
  default: (await import('../series/TrafficTable.tsx')).TrafficTable,
}))
const FirstDays = lazy(async () => ({ default: (await import('../series/FirstDays.tsx')).FirstDays }))

/** The chart's chunk includes ECharts. The browser keeps it, so asking early only moves the request. */
export const loadTrafficChart = () => import('../series/TrafficChart.tsx')

const TrafficChart = lazy(async () => ({ default: (await loadTrafficChart()).TrafficChart }))

const TITLE = 'Comparativa Intermensual'

interface ComparisonPanelProps {
  readonly profileId: string
  readonly points: readonly TrafficPoint[]
  readonly unit: TimeUnit
  readonly today: string
  readonly profileSince: string
  readonly caption: string
  readonly markers: readonly EditMarker[]
}

interface ChartOrTableProps extends Pick<
  ComparisonPanelProps,
  'profileId' | 'points' | 'unit' | 'markers' | 'today'
> {
  readonly firstDays: readonly TrafficPoint[] | undefined
  readonly unfinished: boolean
  readonly shown: readonly Series[]
  readonly asTable: boolean
}

const isEmpty = (points: readonly TrafficPoint[]): boolean =>
  points.every((point) => TRAFFIC_SERIES.every(({ key }) => point[key] === 0))

/** The specification sets the chart's heights. The table scrolls within the same height. */
function ChartOrTable({ shown, asTable, firstDays, ...drawn }: ChartOrTableProps) {
  const { points, unit, unfinished, today, markers } = drawn
  return (
    <div className="h-55 min-[390px]:h-65 md:h-75">
      <div hidden={asTable} className="h-full">
        {isEmpty(points) ? (
          <NoTraffic />
        ) : (
          <CrashBoundary text="No pudimos cargar el gráfico.">
            <Suspense fallback={<div className="skeleton h-full" />}>
              {firstDays ? (
                <FirstDays days={firstDays} today={today} shown={shown} />
              ) : (
                <TrafficChart {...drawn} shown={shown} />
              )}
            </Suspense>
          </CrashBoundary>
        )}
      </div>
      {asTable && (
        <section
          aria-label={`${TITLE} en tabla`}
          tabIndex={0}
          className="h-full overflow-auto rounded-sm ring-1 ring-line"
        >
          <CrashBoundary text="No pudimos cargar la tabla.">
            <Suspense fallback={<div className="skeleton h-full" />}>
              <TrafficTable {...{ points, unit, unfinished, today, markers }} />
            </Suspense>
          </CrashBoundary>
        </section>
      )}
    </div>
  )
}

function FlagsNote({ points, markers }: Pick<ComparisonPanelProps, 'points' | 'markers'>) {
  const first = points[0]?.period
  const shown = markers.filter(({ day }) => first !== undefined && day >= first)
  if (shown.length === 0 || isEmpty(points)) return null
  const isOwn = shown.some(({ is_own }) => is_own)
  return (
    <p className="mt-2 flex items-center gap-1.5 text-micro text-ink-3">
      <Flag aria-hidden="true" size={13} strokeWidth={1.9} className="flex-none" />
      <span>
        <span>Cada bandera es un día en que </span>
        <span>{isOwn ? 'cambiaste tu perfil' : 'se cambió el perfil'}</span>
        <span>.</span>
      </span>
    </p>
  )
}

function NoTraffic() {
  return (
    <div className="grid h-full content-end">
      <p className="self-center pb-[20%] text-center text-small text-ink-3">
        Aún no hay visitas en este período.
      </p>
      <div className="mb-7 border-t border-line" />
    </div>
  )
}

function SeriesHelp({ label }: { readonly label: string }) {
  return (
    <InfoPopover label={`¿Cómo se calcula? ${label}`} title="¿Cómo se calcula?">
      {TRAFFIC_SERIES.map(({ key, name }) => (
        <HelpNote key={key} term={name} text={DEFINITIONS[key]} />
      ))}
    </InfoPopover>
  )
}

interface PictureButtonProps extends Painting {
  readonly drawing: Omit<TrafficDrawing, 'labelsMax' | 'tooltipPosition'>
}

function PictureButton({ drawing, ...painting }: PictureButtonProps) {
  const say = useSay()
  const download = async () => {
    try {
      const { trafficPng } = await import('../series/traffic-picture.ts')
      const name = `Comparativa_Intermensual_${dayInSantiago(Date.now())}.png`
      saveFile(await trafficPng(drawing, painting), name)
      say('Imagen descargada')
    } catch (error) {
      console.error('picture not downloaded', error)
      say('Error al preparar la imagen')
    }
  }
  return (
    <IconButton label={`Descargar PNG: ${TITLE}`} className="text-ink-3" onClick={() => void download()}>
      <Download aria-hidden="true" size={15} strokeWidth={1.9} />
    </IconButton>
  )
}

export const ComparisonPanel = memo(function ComparisonPanel(props: ComparisonPanelProps) {
  const { profileId, points, unit, today, profileSince, caption, markers } = props
  const theme = useTheme()
  const firstDays = firstDaysOf(points, unit, profileSince)
  const unfinished = unfinishedName(points, unit, today)
  // A single point has no line.
  const dashed = points.length > 1 ? unfinished : undefined
  const [shownKeys, setShownKeys] = useState<readonly SeriesKey[]>(TRAFFIC_SERIES.map(({ key }) => key))
  const [asTable, setAsTable] = useState(false)
  const shown = useMemo(() => TRAFFIC_SERIES.filter(({ key }) => shownKeys.includes(key)), [shownKeys])
  const toggle = (key: SeriesKey) =>
    setShownKeys((keys) => (keys.includes(key) ? keys.filter((kept) => kept !== key) : [...keys, key]))
  const drawing = { points, unit, unfinished: dashed !== undefined, shown, palette: chartPalette(theme) }
  const legend = { unfinished: dashed, toggle, shown: shownKeys, asBars: firstDays !== undefined }
  const Icon = asTable ? ChartSpline : Table2
  return (
    <div className="@container grid">
      <Panel
        title={TITLE}
        aside={
          <>
            {/* In a narrow panel the legend has its own row. */}
            <div className="order-1 -my-1.5 w-full @min-[52rem]:order-none @min-[52rem]:ml-auto @min-[52rem]:w-auto">
              <SeriesLegend {...legend} />
            </div>
            <div className="-my-2 -mr-2 flex items-center">
              <IconButton
                label={asTable ? 'Ver como gráfico' : 'Ver como tabla'}
                onClick={() => setAsTable(!asTable)}
              >
                <Icon aria-hidden="true" size={16} strokeWidth={1.9} />
              </IconButton>
              <PictureButton drawing={drawing} title={TITLE} caption={caption} unfinished={dashed} />
              <SeriesHelp label={TITLE} />
            </div>
          </>
        }
      >
        <ChartOrTable
          {...{ profileId, points, unit, today, firstDays, shown, asTable, markers }}
          unfinished={unfinished !== undefined}
        />
        {!asTable && !firstDays && <FlagsNote points={points} markers={markers} />}
      </Panel>
    </div>
  )
})
