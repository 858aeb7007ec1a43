-- win: a fourth monster attacks too
Debug.ReloadFieldBegin(DUEL_ATTACK_FIRST_TURN, 3)
Debug.SetPlayerInfo(0, 4000, 0, 0)
Debug.SetPlayerInfo(1, 5600, 0, 0)
for_summon = 91152256
Debug.AddCard(for_summon, 0, 0, LOCATION_HAND, 0, POS_FACEDOWN)
Debug.AddCard(91152256, 0, 0, LOCATION_MZONE, 1, POS_FACEUP_ATTACK)
Debug.AddCard(91152256, 0, 0, LOCATION_MZONE, 2, POS_FACEUP_ATTACK)
Debug.AddCard(91152256, 0, 0, LOCATION_MZONE, 3, POS_FACEUP_ATTACK)
Debug.ReloadFieldEnd()
aux.BeginPuzzle()
