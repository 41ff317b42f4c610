import { intBelow, oneOf, type Random } from './random.ts'

interface SimulatedPerson {
  readonly fullName: string
  readonly phone: string
  readonly description: string
}

const FIRST = 'Catalina Matías Fernanda Benjamín Javiera Sebastián Constanza Ignacio Valentina Rodrigo'.split(
  ' ',
)
const LAST = 'Fuentes Sepúlveda Olivares Muñoz Riquelme Contreras Ñancupil Araya Cárdenas Huenchumán'.split(
  ' ',
)
const SAID = [
  'Nos conocimos en la feria y quedé de escribirte.',
  'Busco una cotización para mi equipo en Temuco.',
  'Me dieron tu contacto en la oficina de Concepción.',
  'Quiero agendar una reunión la próxima semana.',
  'Tengo una bodega en Puerto Montt y necesito ayuda.',
]

/** No Chilean mobile number begins with zero, so these numbers reach nobody. */
export function personOf(random: Random): SimulatedPerson {
  const digits = String(intBelow(random, 1_000_000)).padStart(6, '0')
  return {
    fullName: `${oneOf(random, FIRST)} ${oneOf(random, LAST)} ${oneOf(random, LAST)}`,
    phone: `+56 9 00${digits.slice(0, 2)} ${digits.slice(2)}`,
    description: `${oneOf(random, SAID)} (Ejemplo inventado)`,
  }
}
