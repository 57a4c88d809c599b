const NEGATORS = new Set(
  `not no never none neither nor without cannot cant dont doesnt didnt isnt arent wasnt werent wont wouldnt couldnt
  shouldnt hasnt havent nothing nobody nowhere hardly scarcely kaum false wrong incorrect untrue nicht kein keine keinen keinem keiner
  nie niemals ohne weder pas ne jamais aucun aucune sans ni nunca ningun ninguna sin tampoco jamas non mai nessun
  nessuna senza niet geen nooit zonder nao nem sem не нет без никогда لا ليس لم`.split(/\s+/),
);

/** Reports whether a word negates its context, such as `not`, `isn’t` or `kein`. */
export function isNegator(word: string): boolean {
  return NEGATORS.has(word.toLowerCase()) || /n['’ʼ]t$/iu.test(word);
}
