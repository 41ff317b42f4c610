import { FileSpreadsheet, ScanLine, UserRoundCheck } from 'lucide-react'
import { MiniChart } from './MiniChart.tsx'
import { Point } from './Point.tsx'

const POINTS = [
  [ScanLine, 'NFC, QR o enlace', 'sabes qué canal te trae cada visita.'],
  [UserRoundCheck, 'Visitantes con nombre', 'si se identifican, lo ves junto a sus clics.'],
  [FileSpreadsheet, 'Informe en Excel', 'listo para tu reunión del lunes.'],
] as const

export function AnalyticsSection() {
  return (
    <section id="analytics" tabIndex={-1} aria-labelledby="analytics-title" className="l-block l-night">
      <div className="l-wrap l-analytics">
        <div>
          <h2 id="analytics-title">Cada toque cuenta. Y lo ves.</h2>
          <p className="l-sub">
            Quién abrió tu perfil, desde dónde llegó y qué hizo después. Todo ordenado, sin planillas.
          </p>
          <ul className="l-points">
            {POINTS.map(([Icon, lead, rest]) => (
              <li key={lead}>
                <span className="l-tile" aria-hidden="true">
                  <Icon size={20} />
                </span>
                <p>
                  <Point lead={lead}>{rest}</Point>
                </p>
              </li>
            ))}
          </ul>
        </div>
        <MiniChart />
      </div>
    </section>
  )
}
