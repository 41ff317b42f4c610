import { expect, test } from 'vitest'
import { splitName } from './split-name.ts'

test.each([
  ['Ana', 'Ana', ''],
  ['Ana Rivas', 'Ana', 'Rivas'],
  ['Ana María Rivas Soto', 'Ana María', 'Rivas Soto'],
  ['María José', 'María José', ''],
  ['Ma. Teresa Rivas', 'Ma. Teresa', 'Rivas'],
  ['Juan de la Fuente', 'Juan', 'de la Fuente'],
  ['Juan Pablo de la Fuente Soto', 'Juan Pablo', 'de la Fuente Soto'],
  ['María del Carmen Soto Pérez', 'María del Carmen', 'Soto Pérez'],
  ['Enrique Mac Iver Rodríguez', 'Enrique', 'Mac Iver Rodríguez'],
  ['José San Martín', 'José', 'San Martín'],
  ['Andrés van der Meer Lagos', 'Andrés', 'van der Meer Lagos'],
  ['Juan Ponce de León Soto', 'Juan', 'Ponce de León Soto'],
  ['Ana Rivas Soto de Pérez', 'Ana', 'Rivas Soto de Pérez'],
  ['José Ortega y Gasset', 'José', 'Ortega y Gasset'],
  ['Dra. Ana Rivas Soto', 'Dra. Ana', 'Rivas Soto'],
  ['Rivas Soto, Ana María', 'Ana María', 'Rivas Soto'],
  ['  Ana   Rivas ', 'Ana', 'Rivas'],
  ['Juan Pérez, MBA', 'Juan', 'Pérez'],
  ['José M. Pérez', 'José M.', 'Pérez'],
  ['Juan Pérez Soto Jr.', 'Juan', 'Pérez Soto Jr.'],
  ['Juan Pérez (Ventas)', 'Juan', 'Pérez'],
  ['Juan Pérez - Ventas', 'Juan', 'Pérez'],
  ['Constructora Andes SpA', 'Constructora Andes SpA', ''],
  ['Pérez & Soto Abogados', 'Pérez & Soto Abogados', ''],
  ['משה כהן', 'משה', 'כהן'],
  ['de', 'de', ''],
  ['', '', ''],
])('%j is given name %j and family name %j', (whole, name, lastname) => {
  expect(splitName(whole)).toEqual({ name, lastname })
})
