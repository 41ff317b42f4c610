import { Ondas } from '../../../ui/brand/Ondas.tsx'
import { Portrait } from './Portrait.tsx'

const STEPS = [
  {
    title: '1. Activa tu tarjeta',
    text: 'Crea tu cuenta e ingresa el código que viene junto a la tarjeta.',
    picture: <span className="l-code">TCYO-7K4M-92QX</span>,
  },
  {
    title: '2. Arma tu perfil',
    text: 'Foto, cargo, redes y colores. Ves el resultado mientras escribes.',
    picture: <Portrait />,
  },
  {
    title: '3. Acércala y listo',
    text: 'Funciona con el chip NFC o con el código QR impreso al reverso.',
    picture: <Ondas className="l-step-ondas" rings={6} step={26} />,
  },
] as const

export function StepsSection() {
  return (
    <section id="features" tabIndex={-1} aria-labelledby="features-title" className="l-part">
      <div className="l-wrap">
        <h2 id="features-title">Lista en tres pasos</h2>
        <ol className="l-steps">
          {STEPS.map(({ title, text, picture }) => (
            <li key={title}>
              <div aria-hidden="true" className="l-step-picture">
                {picture}
              </div>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
