import { knownPicture, pictureAddress } from '#web/backend/picture-addresses.ts'
import type { ImageAddresses } from './use-key-image.ts'

/** Key images as an account may see them. */
export const accountImages: ImageAddresses = { known: knownPicture, ask: pictureAddress }
