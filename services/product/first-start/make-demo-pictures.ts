import { createImages } from '../../media/images.ts'
import { writeDemoPictures } from './rendered-pictures.ts'

/** Run by the build: `make-demo-pictures FOLDER`. */
await writeDemoPictures(process.argv[2]!, createImages())
