/** Returns the file of all drawings as text; from the worker's cache while offline. Rejects when it cannot be loaded. */
export const fetchSceneSprite = async (url: string): Promise<string> => {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  return answer.text()
}
