import { Laptop, QrCode, Smartphone, SmartphoneNfc } from 'lucide-react'
import { Point } from './Point.tsx'

const DEVICES = [
  [SmartphoneNfc, 'iPhone XR, XS o posterior', 'toque directo'],
  [Smartphone, 'Android con NFC', 'toque directo'],
  [QrCode, 'Cualquier otro', 'cámara y código QR'],
  [Laptop, 'Computador', 'enlace'],
] as const

export function CompatibilitySection() {
  return (
    <section aria-labelledby="compatibility-title" className="l-part">
      <div className="l-wrap">
        <h2 id="compatibility-title">
          Funciona con el teléfono <br />
          que ya tienen.
        </h2>
        <ul className="l-devices">
          {DEVICES.map(([Icon, device, way]) => (
            <li key={device}>
              <Icon aria-hidden="true" size={28} strokeWidth={1.9} />
              <p>
                <Point lead={device}>{way}</Point>
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
