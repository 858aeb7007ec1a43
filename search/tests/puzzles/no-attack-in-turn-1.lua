-- no win: without the flag nobody attacks in turn 1
Debug.ReloadFieldBegin(DUEL_SIMPLE_AI, 5)
Debug.SetPlayerInfo(0, 8000, 0, 0)
Debug.SetPlayerInfo(1, 1400, 0, 0)
Debug.AddCard(91152256, 0, 0, LOCATION_MZONE, 2, POS_FACEUP_ATTACK)
Debug.ReloadFieldEnd()
aux.BeginPuzzle()
