import { Plus } from 'lucide-react'

const QUESTIONS = [
  ['¿La otra persona necesita una aplicación?', 'No. El perfil se abre en el navegador del teléfono.'],
  ['¿Qué pasa si su teléfono no tiene NFC?', 'Usa el código QR impreso al reverso. Abre el mismo perfil.'],
  ['¿Cuánto demora el envío?', 'Entre 3 y 5 días hábiles a todo Chile.'],
  ['¿Puedo cambiar mis datos después?', 'Sí, cuando quieras. La tarjeta no cambia; el perfil sí.'],
  ['¿Cómo activo mi tarjeta?', 'Crea tu cuenta e ingresa el código que viene con ella.'],
  [
    '¿Puedo tener más de un perfil?',
    'Sí. Tu cuenta parte con uno y el administrador puede ampliar el límite.',
  ],
  ['¿Qué datos ven de mí?', 'Solo los que tú completas. Los campos vacíos no aparecen.'],
  [
    '¿Qué pasa si pierdo la tarjeta?',
    'Tu perfil sigue activo con su enlace y su QR. Escríbenos y te enviamos otra.',
  ],
] as const

export function FaqSection() {
  return (
    <section aria-labelledby="faq-title" className="l-part l-follows">
      <div className="l-wrap l-faq">
        <h2 id="faq-title">Preguntas frecuentes</h2>
        <div>
          {QUESTIONS.map(([question, answer], index) => (
            <details key={question} name="faq" open={index === 0}>
              <summary>
                {question}
                <Plus aria-hidden="true" size={22} strokeWidth={2.2} />
              </summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  )
}
