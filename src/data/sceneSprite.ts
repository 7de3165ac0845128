import { fetchSceneSprite } from '#api/sceneSprite.ts'

/** Returns the file of all drawings as text, for a picture that is made on this phone. Rejects when it is not there. */
export const loadSceneSprite = (url: string): Promise<string> => fetchSceneSprite(url)
