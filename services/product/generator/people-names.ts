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
const CITIES = [
  'Antofagasta',
  'Chillán',
  'Concepción',
  'Copiapó',
  'Iquique',
  'La Serena',
  'Osorno',
  'Puerto Montt',
  'Rancagua',
  'Talca',
  'Temuco',
  'Valdivia',
] as const
const SAID: readonly ((city: string) => string)[] = [
  (city) => `Nos conocimos en la feria de ${city} y quedé de escribirte.`,
  (city) => `Busco una cotización para mi equipo en ${city}.`,
  (city) => `Me dieron tu contacto en la oficina de ${city}.`,
  (city) => `Quiero agendar una reunión en ${city} la próxima semana.`,
  (city) => `Tengo una bodega en ${city} y necesito ayuda.`,
  (city) => `Un colega de ${city} me recomendó hablar contigo.`,
  (city) => `Abrimos una sucursal en ${city} y buscamos proveedor.`,
  (city) => `Escuché tu charla en ${city} y me interesa saber más.`,
  (city) => `Viajo a ${city} el lunes. ¿Tienes un momento?`,
]

/**
 * No Chilean mobile number begins with zero, so these numbers reach nobody.
 * @param nth people who follow each other write different sentences
 */
export function personOf(random: Random, nth: number): SimulatedPerson {
  const digits = String(intBelow(random, 1_000_000)).padStart(6, '0')
  return {
    fullName: `${oneOf(random, FIRST)} ${oneOf(random, LAST)} ${oneOf(random, LAST)}`,
    phone: `+56 9 00${digits.slice(0, 2)} ${digits.slice(2)}`,
    description: `${SAID[nth % SAID.length]!(oneOf(random, CITIES))} (Ejemplo inventado)`,
  }
}
