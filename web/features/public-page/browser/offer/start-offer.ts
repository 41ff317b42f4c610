import { showOffer } from './offered-form.ts'

showOffer(document)
